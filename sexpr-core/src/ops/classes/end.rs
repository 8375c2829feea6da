//! The end of a node: it is summed up, remembered, found if it is sought, and added to the node around.

use crate::{
    describe::{
        any_node::AnyNode,
        identity::Identity,
        region::{Level, Region},
    },
    engine::frame::Step as TakeStep,
    ops::classes::{AlphaClasses, Open, Sought, What, found::Found, summary::Summary},
};

impl<'a> AlphaClasses<'a> {
    /// Adds what was summed up to the node around.
    pub(super) fn deliver(&mut self, summary: Summary) {
        let is_element = matches!(self.innermost().what, What::Part);
        if !is_element {
            self.text.number(summary.shape);
        }
        let open = self.innermost();
        let position = open.met;
        open.met += 1;
        open.size = open.size.saturating_add(summary.size);
        open.binds_at = open.binds_at.min(summary.binds_at);
        open.is_excluded |= summary.is_excluded;
        open.leads_to_cycle |= summary.leads_to_cycle;
        match self.elements.last_mut() {
            Some(elements) if is_element => elements.push(summary),
            _ => self.children.add(position, summary),
        }
    }

    /// Sums up the innermost node.
    pub(super) fn end(&mut self) {
        if let Some(open) = self.open.pop() {
            self.end_of(&open);
        }
    }

    pub(super) fn end_of(&mut self, open: &Open<'a>) -> Summary {
        self.around = open.around;
        let mut summary = match open.what {
            What::Variable(pending) => self.end_variable(open, pending),
            What::Part => self.sum_up_part(open),
            _ => self.sum_up(open),
        };
        if summary.binds_at <= open.depth {
            // It has an effect each time that it is met; a dag node, only while no record of it is in force.
            summary.is_excluded |= matches!(open.what, What::Dag);
            if let What::Subterm(_, Some(address)) = open.what {
                *self.binding.entry(address).or_default() |= open.around.is_known;
            }
        } else {
            if let Some(memory) = open.memory {
                self.remembered.keep(memory, summary);
            }
            if let What::Subterm(node, address) = open.what {
                if let Some(stands_elsewhere) = address.and_then(|address| self.binding.get_mut(&address)) {
                    *stands_elsewhere = true;
                }
                self.find(node, address, open, summary);
            }
        }
        self.deliver(summary);
        summary
    }

    /// The summary of what is made of all that was written and added since a node began.
    pub(super) fn sum_up(&mut self, open: &Open<'a>) -> Summary {
        let (mut shape, mut map) =
            self.terms.put_together(&mut self.text, open.first_of_text, &mut self.children, open.first_child);
        if open.is_scope {
            let bound = self.meanings.leave_scope();
            (shape, map) = self.terms.close(shape, map, &bound, &mut self.meanings);
        }
        Summary {
            shape,
            uses: map,
            size: open.size,
            // What was bound in the node's own scope is forgotten.
            binds_at: if open.binds_at <= open.depth { open.binds_at } else { Level::MAX },
            is_excluded: open.is_excluded,
            leads_to_cycle: open.leads_to_cycle,
        }
    }

    /// Notes a node, if it is of those that are sought.
    fn find(&mut self, node: AnyNode<'a>, address: Option<Identity>, open: &Open<'a>, summary: Summary) {
        if summary.is_excluded || open.around.is_known || open.around.in_key {
            return;
        }
        let (address, term) = match (self.sought, address) {
            (Sought::Pointees, None) => return,
            (Sought::Pointees, address) => (address, summary.term()),
            (Sought::SubtermsInPlace { ty, at_least }, _) => {
                if summary.size < at_least || ty.is_some_and(|ty| !node.is_of(ty)) {
                    return;
                }
                (None, summary.term_in_place())
            }
        };
        self.found.push(Found { node, address, term, size: summary.size, way: open.around.way });
    }
}

/// The step after what is in a node.
pub(super) struct End;

impl<'a> TakeStep<'a, AlphaClasses<'a>> for End {
    type Place = ();

    fn run(summaries: &mut AlphaClasses<'a>, (): &'a (), (): &'a (), _: Region) -> bool {
        summaries.end();
        true
    }
}
