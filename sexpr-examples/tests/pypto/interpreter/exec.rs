//! Statements and expressions.

use std::sync::Arc;

use sexpr_examples::pypto::ir::{
    AssignStmt, AttrValue, BinaryOp, Call, Callee, DataType, Expr, ExprView, ForStmt, IfStmt, Stmt,
};

use super::{Frame, Halt, Machine, Step, Stop, Value, address, made_up};

impl Machine<'_> {
    /// A statement; gives what it yields.
    pub(super) fn stmt(&mut self, stmt: &Stmt, frame: &mut Frame) -> Step<Option<Vec<Value>>> {
        self.tick()?;
        match stmt {
            Stmt::Assign(assign) => self.assign(assign, frame)?,
            Stmt::Op(ops) => {
                for assign in &ops.statements {
                    self.assign(assign, frame)?;
                }
            }
            Stmt::Seq(seq) => {
                for stmt in &seq.statements {
                    if let Some(yielded) = self.stmt(stmt, frame)? {
                        return Ok(Some(yielded));
                    }
                }
            }
            Stmt::Yield(node) => return self.exprs(&node.values, frame).map(Some),
            Stmt::If(node) => self.conditional(node, frame)?,
            Stmt::For(node) => self.counted(node, frame)?,
        }
        Ok(None)
    }

    fn assign(&mut self, assign: &AssignStmt, frame: &mut Frame) -> Step<()> {
        let value = self.expr(&assign.value, frame)?;
        let value = self.converted(value, &assign.var.r#type, frame)?;
        frame.insert(Arc::as_ptr(&assign.var).addr(), value);
        Ok(())
    }

    fn conditional(&mut self, node: &IfStmt, frame: &mut Frame) -> Step<()> {
        let yielded = if self.expr(&node.condition, frame)?.is_true() {
            self.stmt(&node.then_body, frame)?
        } else if let Some(body) = &node.else_body {
            self.stmt(body, frame)?
        } else {
            None
        };
        for (var, value) in node.return_vars.iter().zip(yielded.unwrap_or_default()) {
            let value = self.converted(value, &var.r#type, frame)?;
            frame.insert(Arc::as_ptr(var).addr(), value);
        }
        Ok(())
    }

    fn counted(&mut self, node: &ForStmt, frame: &mut Frame) -> Step<()> {
        let start = self.expr(&node.start, frame)?.integer();
        let stop = self.expr(&node.stop, frame)?.integer();
        let step = self.expr(&node.step, frame)?.integer();
        let mut carried = Vec::new();
        for arg in &node.iter_args {
            let value = self.expr(&arg.init_value, frame)?;
            carried.push(self.converted(value, &arg.r#type, frame)?);
        }
        if step == 0 {
            return Err(Halt::Stopped(Stop::ZeroStep));
        }
        let mut counter = start;
        while if step > 0 { counter < stop } else { counter > stop } {
            let value = self.converted(Value::int64(counter), &node.loop_var.r#type, frame)?;
            frame.insert(Arc::as_ptr(&node.loop_var).addr(), value);
            for (arg, value) in node.iter_args.iter().zip(carried) {
                frame.insert(Arc::as_ptr(arg).addr(), value);
            }
            let yielded = self.stmt(&node.body, frame)?.unwrap_or_default();
            carried = Vec::new();
            for (arg, value) in node.iter_args.iter().zip(yielded) {
                carried.push(self.converted(value, &arg.r#type, frame)?);
            }
            counter += step;
        }
        for (var, value) in node.return_vars.iter().zip(carried) {
            let value = self.converted(value, &var.r#type, frame)?;
            frame.insert(Arc::as_ptr(var).addr(), value);
        }
        Ok(())
    }

    fn exprs(&mut self, exprs: &[Expr], frame: &Frame) -> Step<Vec<Value>> {
        exprs.iter().map(|expr| self.expr(expr, frame)).collect()
    }

    fn expr(&mut self, expr: &Expr, frame: &Frame) -> Step<Value> {
        self.tick()?;
        match expr.view() {
            ExprView::Var(_) | ExprView::IterArg(_) => Ok(frame[&address(expr).expect("a variable")].clone()),
            ExprView::ConstInt(node) => self.converted(Value::int64(node.value.into()), &node.r#type, frame),
            ExprView::ConstFloat(node) => {
                let dtype = node.r#type.scalar_dtype().expect("a scalar");
                Ok(Value::Float { bits: node.value.to_bits(), dtype })
            }
            ExprView::Binary(op, node) => {
                let left = self.expr(&node.left, frame)?;
                let decided = match op {
                    BinaryOp::And => !left.is_true(),
                    BinaryOp::Or => left.is_true(),
                    _ => false,
                };
                if decided && self.rules.lazy {
                    return Ok(Value::wrapped(left.is_true().into(), DataType::Bool));
                }
                let right = self.expr(&node.right, frame)?;
                self.binary(op, left, right, &node.r#type, frame)
            }
            ExprView::Unary(op, node) => {
                let operand = self.expr(&node.operand, frame)?;
                self.unary(op, operand, &node.r#type, frame)
            }
            ExprView::TupleGetItem(node) => match self.expr(&node.tuple, frame)? {
                Value::Tuple(values) => Ok(values[node.index as usize].clone()),
                other => self.of_type(made_up(&("element", other, node.index)), &node.r#type, frame),
            },
            ExprView::Call(node) => self.call(node, frame),
        }
    }

    fn call(&mut self, node: &Call, frame: &Frame) -> Step<Value> {
        let args = self.exprs(&node.args, frame)?;
        let name = node.op.name();
        match &node.op {
            Callee::GlobalVar(_) => {
                let function = self.program.get_function(name).expect("the function is there");
                let mut results = self.function(&function.clone(), args)?;
                let result = if results.len() == 1 { results.swap_remove(0) } else { Value::Tuple(results) };
                self.converted(result, &node.r#type, frame)
            }
            Callee::Op(_) => {
                let attributes = self.attributes(node, frame)?;
                let number = if self.rules.pure.contains(&name) { 0 } else { 1 + self.trace.len() };
                let seed = made_up(&(name, &attributes, &args, number));
                if number > 0 {
                    self.trace.push((name.to_owned(), attributes, args));
                }
                self.of_type(seed, &node.r#type, frame)
            }
        }
    }

    /// Attributes as text, with the values of the expressions in them.
    fn attributes(&mut self, node: &Call, frame: &Frame) -> Step<String> {
        let mut text = String::new();
        for (name, value) in &node.attributes {
            text += &format!("{name}={},", self.attribute(value, frame)?);
        }
        Ok(text)
    }

    fn attribute(&mut self, value: &AttrValue, frame: &Frame) -> Step<String> {
        Ok(match value {
            AttrValue::Expr(expr) => format!("{:?}", self.expr(expr, frame)?),
            AttrValue::List(values) => {
                let values = values.iter().map(|value| self.attribute(value, frame)).collect::<Step<Vec<_>>>()?;
                format!("[{}]", values.join(","))
            }
            constant => format!("constant {constant:?}"),
        })
    }
}
