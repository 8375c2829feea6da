//! Statements.

use super::{SCALARS, Ty, Writer};

impl Writer<'_> {
    /// Statements, as many as there are bytes for.
    pub(super) fn statements(&mut self, depth: usize, callable: usize) {
        for _ in 0..=self.choose(6) {
            if self.is_done() {
                return;
            }
            match self.choose(if depth == 0 { 7 } else { 12 }) {
                0..=2 => self.assign(callable),
                3 => self.assign_operation(callable),
                4 => self.assign_function(callable),
                5 => self.copy(),
                6 => self.constant(),
                7..=9 => self.conditional(depth - 1, callable),
                _ => self.counted(depth - 1, callable),
            }
        }
    }

    fn bind(&mut self, name: String, ty: Ty) {
        self.scope.bind(name, ty);
    }

    /// An assignment of a value; with the type, where that is not the value's.
    fn assign(&mut self, callable: usize) {
        let ty = if self.seldom(10) { Ty::Unknown } else { self.scalar() };
        let value = self.given(&ty, 3, callable);
        let name = self.name();
        let annotation = self.annotation(&ty);
        self.line(&format!("{name}: {annotation} = {value}"));
        self.bind(name, ty);
    }

    fn assign_operation(&mut self, callable: usize) {
        let integers = self.scope.of_type(&Ty::INT);
        let ty = match self.choose(4) {
            0 => Ty::Tensor(vec![integers[self.choose(integers.len())].clone(), "4".to_owned()]),
            1 => Ty::Tuple(vec![self.scalar(), Ty::Unknown]),
            _ => self.scalar(),
        };
        let value = self.operation_call(2, callable);
        let name = self.name();
        self.line(&format!("{name}: {} = {value}", ty.text()));
        if let Ty::Tuple(types) = &ty {
            for (at, ty) in types.iter().enumerate() {
                self.scope.write(format!("{name}[{at}]"), ty.clone());
            }
        }
        self.bind(name, ty);
    }

    /// The results of a function, however many they are.
    fn assign_function(&mut self, callable: usize) {
        if callable == 0 {
            return;
        }
        let at = self.choose(callable);
        let signature = self.signatures[at].clone();
        let Some((call, results)) = self.function_call(&signature, 2, callable) else { return };
        let name = self.name();
        self.line(&format!("{name} = {call}"));
        match <[Ty; 1]>::try_from(results) {
            Ok([only]) => self.bind(name, only),
            Err(several) => {
                for (at, ty) in several.iter().enumerate() {
                    self.scope.write(format!("{name}[{at}]"), ty.clone());
                }
                self.bind(name, Ty::Tuple(several));
            }
        }
    }

    fn copy(&mut self) {
        let variables = self.scope.variables().to_vec();
        let (of, ty) = variables[self.choose(variables.len())].clone();
        let name = self.name();
        self.line(&format!("{name} = {of}"));
        self.bind(name, ty);
    }

    fn constant(&mut self) {
        let ty = Ty::Scalar(SCALARS[self.choose(SCALARS.len())]);
        let name = self.name();
        let value = match &ty {
            ty if ty.is_integer() => self.choose(6).to_string(),
            ty if *ty == Ty::BOOL => "True".to_owned(),
            _ => "2.0".to_owned(),
        };
        self.line(&format!("{name}: {} = {value}", ty.text()));
        self.bind(name, ty);
    }

    fn conditional(&mut self, depth: usize, callable: usize) {
        let condition = self.expr(&Ty::BOOL, 2, callable);
        let types: Vec<Ty> = (0..self.choose(3)).map(|_| self.scalar()).collect();
        let names: Vec<String> = types.iter().map(|_| self.name()).collect();
        // Names are in the branches, or after these.
        let named: &[String] = if self.seldom(3) { &[] } else { &names };
        self.line(&format!("if {condition}:"));
        self.branch(depth, callable, named, &types);
        if !types.is_empty() || self.seldom(2) {
            self.line("else:");
            self.branch(depth, callable, named, &types);
        }
        if named.len() < names.len() {
            self.line(&format!("return {}", names.join(", ")));
        }
        names.into_iter().zip(types).for_each(|(name, ty)| self.bind(name, ty));
    }

    /// A branch. Both yield the same types, which may be written where there is one.
    fn branch(&mut self, depth: usize, callable: usize, names: &[String], types: &[Ty]) {
        let (mark, start) = (self.scope.mark(), self.text.len());
        self.indent += 1;
        self.statements(depth, callable);
        let values: Vec<_> = types.iter().map(|ty| self.expr(ty, 2, callable)).collect();
        match (names, types) {
            ([], []) if self.seldom(2) => self.line("pass"),
            ([], []) => {}
            ([], _) => self.line(&format!("yield {}", values.join(", "))),
            ([name], [ty]) if self.seldom(2) => {
                let value = if self.seldom(3) { self.operation_call(1, callable) } else { values[0].clone() };
                self.line(&format!("{name}: {} = pi.yield({value})", ty.text()));
            }
            _ => self.line(&format!("{} = pi.yield({})", names.join(", "), values.join(", "))),
        }
        self.indent -= 1;
        self.block(start);
        self.scope.leave(mark);
    }

    fn counted(&mut self, depth: usize, callable: usize) {
        let range = match self.choose(7) {
            0..=2 => self.choose(4).to_string(),
            3 => format!("{}, {}, -1", self.choose(4), self.choose(3)),
            4 => format!("{} % 4", self.expr(&Ty::INT, 1, callable)),
            5 => format!("0, {}, 2", self.choose(5)),
            _ => {
                let ty = self.scalar();
                let ty = if ty.is_integer() { ty } else { Ty::INT };
                format!("{} % 3, 3, {}", self.expr(&ty, 1, callable), self.expr(&ty, 1, callable))
            }
        };
        let types: Vec<Ty> = (0..self.choose(3)).map(|_| self.scalar()).collect();
        let init: Vec<_> = types.iter().map(|ty| self.expr(ty, 2, callable)).collect();
        let carried: Vec<String> = types.iter().map(|_| self.name()).collect();
        let counter = self.name();
        if types.is_empty() {
            self.line(&format!("for {counter} in pi.range({range}):"));
        } else {
            let names = carried.join(", ");
            self.line(&format!("for {counter}, ({names},) in pi.range({range}, init_values=[{}]):", init.join(", ")));
        }
        let (mark, start) = (self.scope.mark(), self.text.len());
        self.indent += 1;
        self.bind(counter, Ty::INT);
        carried.iter().zip(&types).for_each(|(name, ty)| self.bind(name.clone(), ty.clone()));
        self.statements(depth, callable);
        let values: Vec<_> = types.iter().map(|ty| self.given(ty, 2, callable)).collect();
        if !types.is_empty() {
            self.line(&format!("{} = pi.yield({})", carried.join(", "), values.join(", ")));
        }
        self.indent -= 1;
        self.block(start);
        self.scope.leave(mark);
        self.finals(&carried, types);
    }

    /// Names for the final values of a loop: for all in one line, or for some of them, one a line.
    fn finals(&mut self, carried: &[String], types: Vec<Ty>) {
        if types.is_empty() {
            return;
        }
        let finals: Vec<String> = types.iter().map(|_| self.name()).collect();
        if !self.seldom(3) {
            self.line(&format!("{} = {}", finals.join(", "), carried.join(", ")));
            return finals.into_iter().zip(types).for_each(|(name, ty)| self.bind(name, ty));
        }
        for ((name, carried), ty) in finals.into_iter().zip(carried).zip(types).rev() {
            match self.choose(3) {
                0 => continue,
                1 => self.line(&format!("{name} = {carried}")),
                _ => self.line(&format!("{name}: {} = {carried}", ty.text())),
            }
            self.bind(name, ty);
        }
    }
}
