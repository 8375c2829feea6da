//! The end of a node: it is summed up, remembered, found if it is sought, and added to the part around.

use crate::{
    describe::{info::TypeInfo, keys::stable_hash_128, region::Region},
    engine::frame::Step as TakeStep,
    ops::subterms::{Found, Open, SoughtNode, SubtermSearch, What},
    rules::subterm_summary::{Own, Summary, direct_term},
};

impl<'a> SubtermSearch<'a> {
    /// Sums up the innermost part.
    fn end(&mut self) {
        let Some(open) = self.open.pop() else { return };
        self.around = open.around;
        let mut summary = self.sum_up(&open);
        if let Some(memory) = open.memory {
            self.remembered.insert(memory, (summary, !open.around.is_silent));
        }
        summary = self.of_type(summary, open.concrete);
        match open.what {
            What::Value | What::Node => self.deliver(summary),
            What::Sought(node) => {
                self.find(*node, summary, open.around.way);
                self.deliver(summary);
            }
            What::Variable(variable, at) => self.occur(variable, at, Some(summary)),
        }
    }

    fn sum_up(&mut self, open: &Open<'a>) -> Summary {
        let Open { size, is_process_local, is_indescribable, .. } = *open;
        let own = Own { size, is_process_local, is_indescribable };
        let children = &self.children[open.first_child..];
        let summary = self.summaries.put_together(&mut self.text.0, open.first_of_text, children, own);
        self.children.truncate(open.first_child);
        if open.is_scope { self.summaries.close(summary) } else { summary }
    }

    /// Notes a node that is sought, if it is large enough.
    fn find(&mut self, node: SoughtNode<'a>, summary: Summary, way: usize) {
        if summary.size < self.sought.at_least {
            return;
        }
        let SoughtNode { node, address, info, order, direct } = node;
        let term = match summary.is_indescribable {
            true => direct(self.sought.options, &mut self.buffers).map(direct_term),
            false => summary.term(),
        };
        let fingerprint = term.and_then(|term| Some(of_root(self.type_hash(info)?, term)));
        let last = self.begun;
        self.found.push(Found { node, address, size: summary.size, fingerprint, order, last, way });
    }

    /// Sets what is behind a trait object apart from what has another type there.
    pub(super) fn of_type(&mut self, summary: Summary, concrete: Option<&'static TypeInfo>) -> Summary {
        let Some(concrete) = concrete else { return summary };
        let key = self.type_hash(concrete);
        let mut summary = summary.of_concrete_type(key.unwrap_or_default());
        summary.is_process_local |= key.is_none();
        summary
    }

    /// The hash of a type's key, with the options; none if it is not the same in every build.
    fn type_hash(&mut self, info: &'static TypeInfo) -> Option<u128> {
        let options = self.sought.options;
        *self.types.entry(core::ptr::from_ref(info).addr()).or_insert_with(|| {
            let key = info.root_key()?;
            Some(stable_hash_128(alloc::format!("{key}\n{options}").as_bytes()))
        })
    }
}

/// The fingerprint of a term of a type.
fn of_root(type_hash: u128, term: u128) -> u128 {
    let mut bytes = [0; 2 * size_of::<u128>()];
    bytes[..16].copy_from_slice(&type_hash.to_le_bytes());
    bytes[16..].copy_from_slice(&term.to_le_bytes());
    stable_hash_128(&bytes)
}

/// The step after what is in a node.
pub(super) struct End;

impl<'a> TakeStep<'a, SubtermSearch<'a>> for End {
    type Place = ();

    fn run(search: &mut SubtermSearch<'a>, (): &'a (), (): &'a (), _: Region) -> bool {
        search.end();
        true
    }
}
