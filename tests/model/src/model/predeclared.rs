//! What a scope predeclares.

use super::{
    Mistake, Options,
    describe::{Content, Description, Field, Identity, Kind, Role, describe},
    scopes::Region,
};
use crate::conformance::NodeSpec;

/// A binding occurrence: the variable, its node unless it is a name, and the region in which it stands.
pub(super) struct Declaration {
    pub(super) variable: Identity,
    pub(super) node: Option<usize>,
    pub(super) region: Region,
}

/// The binding occurrences below the fields that a scope predeclares, in the order of comparison. With the scope, so many
/// are open.
pub(super) fn declarations(
    nodes: &[NodeSpec],
    scope: &Description<'_>,
    region: Region,
    level: usize,
    options: Options,
    mistake: Option<Mistake>,
) -> Vec<Declaration> {
    let mut search = Search { nodes, level, options, path: vec![], mistake, found: vec![] };
    search.fields(&scope.fields, region.past_scope());
    search.found
}

struct Search<'a> {
    nodes: &'a [NodeSpec],
    level: usize,
    options: Options,
    /// The nodes around: one that is inside itself is not equal to any.
    path: Vec<usize>,
    mistake: Option<Mistake>,
    found: Vec<Declaration>,
}

impl Search<'_> {
    fn fields(&mut self, fields: &[Field<'_>], region: Region) {
        let skips_payload = self.options.skip_payload;
        for field in fields.iter().filter(|field| field.role != Role::Payload || !skips_payload) {
            let region = region.enter_field(field, self.level);
            if region.is_predeclared() {
                self.content(&field.content, region);
            }
        }
    }

    fn content(&mut self, content: &Content<'_>, region: Region) {
        match content {
            Content::Leaf(_) | Content::Leaves(_) | Content::Node(None) => {}
            Content::Node(Some(node)) => self.node(*node, region),
            Content::Nodes(nodes) => nodes.iter().for_each(|node| self.node(*node, region)),
            Content::Names(space, names) => {
                for name in names.iter().filter(|_| region.binds_anew()) {
                    let variable = Identity::Variable(*space, name.clone());
                    self.found.push(Declaration { variable, node: None, region });
                }
            }
            Content::Map(entries, _) => {
                let region = region.past_map();
                for value in entries.iter().filter_map(|entry| entry.value).filter(|_| region.is_predeclared()) {
                    self.node(value, region);
                }
            }
            Content::Inside(owner, inside) => self.described(Identity::Object(*owner), None, inside, region),
        }
    }

    fn node(&mut self, index: usize, region: Region) {
        if self.path.contains(&index) {
            return;
        }
        self.path.push(index);
        let identity = Identity::of(self.nodes, index);
        let description = describe(self.nodes, index, self.mistake);
        self.described(identity, Some(index), &description, region);
        self.path.pop();
    }

    fn described(&mut self, variable: Identity, node: Option<usize>, description: &Description<'_>, region: Region) {
        let inside = match description.kind {
            Kind::Var if region.binds_anew() => return self.found.push(Declaration { variable, node, region }),
            Kind::Var | Kind::Singleton => return,
            Kind::Dag => region.past_dag(),
            Kind::Tree => region,
        };
        let inside = if description.scope { inside.past_scope() } else { inside };
        if inside.is_predeclared() {
            self.fields(&description.fields, inside);
        }
    }
}
