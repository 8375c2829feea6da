//! A representation of one's own that has statements of SQL in it, and changes to these.

use sexpr_core::StructuralEq;
use sqlparser::{
    ast,
    dialect::GenericDialect,
    parser::{Parser, ParserError},
};

use super::{Query, Statement};

/// Steps, which may be called as anybody likes.
#[derive(StructuralEq)]
#[seq(scope)]
pub struct Script {
    pub steps: Vec<Step>,
}

#[derive(StructuralEq)]
pub enum Step {
    /// Keeps the rows that a query gives.
    Rows {
        #[seq(as = "Box<Query>")]
        query: Box<ast::Query>,
        #[seq(var, def)]
        name: String,
    },
    /// Runs a statement, after the named rows are there.
    Run {
        #[seq(var)]
        after: Vec<String>,
        #[seq(as = "Box<Statement>")]
        statement: Box<ast::Statement>,
    },
}

impl Script {
    /// The script that keeps the rows of each query, under a name with this prefix, and runs all other statements after these.
    pub fn parse(sql: &str, prefix: &str) -> Result<Script, ParserError> {
        let mut names = Vec::new();
        let statements = Parser::parse_sql(&GenericDialect, sql)?.into_iter();
        let steps = statements.map(|statement| match statement {
            ast::Statement::Query(query) => {
                let name = format!("{prefix}{}", names.len());
                names.push(name.clone());
                Step::Rows { query, name }
            }
            statement => Step::Run { after: names.clone(), statement: Box::new(statement) },
        });
        Ok(Script { steps: steps.collect() })
    }
}

/// Each twice: as one writes it, and with other spaces, comments and letters.
pub const SCRIPTS: [(&str, &str); 12] = [
    (
        "SELECT id, name AS title, price * 2 + 1 FROM shop.products AS p \
         WHERE p.price > 10 AND NOT sold ORDER BY price DESC, id LIMIT 5 OFFSET 10",
        "select id,
  name as title, price*2+1 -- twice
from shop.products p
where p.price>10 and not sold
order by price desc, id
limit 5 offset 10;",
    ),
    (
        "SELECT c.name, count(*), sum(o.total) FILTER (WHERE o.paid = true) \
         FROM customers AS c LEFT JOIN orders AS o ON o.customer = c.id AND o.total >= 1.5 GROUP BY c.name HAVING \
         count(DISTINCT o.id) > 3",
        "SELECT c.name, count(*), sum(o.total) FILTER (WHERE o.paid = TRUE)
FROM customers AS c
LEFT JOIN orders AS o
  ON o.customer = c.id
  AND o.total >= 1.5
GROUP BY c.name
HAVING count(DISTINCT o.id) > 3",
    ),
    (
        "WITH RECURSIVE tree(id, depth) AS (SELECT id, 0 FROM nodes WHERE parent IS NULL UNION ALL SELECT n.id, depth \
         + 1 FROM nodes n JOIN tree t ON n.parent = t.id) SELECT max(depth) \
         FROM tree",
        "with recursive tree ( id , depth ) as (
  select id, 0 from nodes where parent is null
  union all
  select n.id, depth+1 from nodes as n join tree as t on n.parent=t.id
) select max(depth) from tree",
    ),
    (
        "SELECT name, rank() OVER (PARTITION BY region ORDER BY sales DESC ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) \
         FROM sellers WHERE region IN ('north', 'south') AND sales BETWEEN 10 AND 20",
        "SELECT name,
  rank() over ( partition by region order by sales desc
  rows between 2 preceding and current row )
FROM sellers /* all of them */
WHERE region in ('north','south') and sales between 10 and 20",
    ),
    (
        "SELECT CASE WHEN x < 0 THEN 'negative' WHEN x = 0 THEN 'zero' ELSE 'positive' END, CAST(x AS INTEGER), \
         x::TEXT, COALESCE(y, z, 7), -x, EXTRACT(YEAR FROM day) FROM (SELECT x, y, z, day \
         FROM points) AS s",
        "SELECT case
 when x<0 then 'negative'
 when x=0 then 'zero'
 else 'positive' end,
 cast(x as integer), x :: text, COALESCE(y,z,7), - x, extract(year from day)
FROM ( SELECT x, y, z, day FROM points ) s",
    ),
    (
        "SELECT a.x FROM a, b CROSS JOIN c WHERE EXISTS (SELECT 1 FROM d \
         WHERE d.a = a.id) OR a.y IN (SELECT y FROM e) OR a.z LIKE 'p%' OR a.w IS NOT NULL",
        "select a.x from a,b cross join c
where exists(select 1 from d where d.a=a.id)
 or a.y in(select y from e)
 or a.z like 'p%'
 or a.w is not null",
    ),
    (
        "SELECT 1 UNION SELECT 2 EXCEPT SELECT 3; VALUES (1, 'a'), (2, 'b')",
        "select 1
union
select 2
except
select 3
;
values(1,'a'),
(2,'b');",
    ),
    (
        "INSERT INTO log (level, message) VALUES (3, 'started'), (4, 'stopped') RETURNING id; UPDATE log SET level = \
         level + 1, message = NULL WHERE id = 7; DELETE FROM log WHERE level <= 2",
        "insert into log(level,message)
values (3,'started'), (4,'stopped')
returning id;
update log set level=level+1, message=null where id=7;
delete from log
where level<=2;",
    ),
    (
        "SELECT t.payload FROM events AS t WHERE t.seen = 5; CREATE TABLE copies (id INTEGER PRIMARY KEY, payload \
         TEXT NOT NULL); SELECT id FROM copies; DROP TABLE copies",
        "select t.payload from events t where t.seen=5;
create table copies(
  id integer primary key,
  payload text not null
);
select id from copies;
-- no more of them
drop table copies",
    ),
    (
        "SELECT DISTINCT trim(BOTH ' ' FROM name), substring(name FROM 2 FOR 3), position('a' IN name), upper(name) \
         || \"Quoted Name\" FROM people NATURAL JOIN towns",
        "select distinct trim(both ' ' from name), substring(name from 2 for 3),
 position('a' in name), upper(name)||\"Quoted Name\" from people natural join towns",
    ),
    (
        "SELECT r.total, (SELECT avg(total) FROM receipts) AS mean FROM receipts AS r RIGHT JOIN shops USING (shop, \
         town) WHERE r.total <> 0 AND (r.a OR r.b) AND r.day > DATE '2020-01-01'",
        "select r.total, ( select avg(total) from receipts ) as mean
from receipts as r right join shops using(shop,town)
where r.total<>0 and(r.a or r.b)and r.day>date '2020-01-01'",
    ),
    (
        "SELECT region, quarter, sum(amount) AS amount FROM sales WHERE amount % 2 = 1 GROUP BY region, quarter ORDER \
         BY region ASC NULLS LAST FETCH FIRST 10 ROWS ONLY; EXPLAIN SELECT amount \
         FROM sales",
        "select region, quarter, sum(amount) amount
from sales where amount%2=1
group by region,quarter
order by region asc nulls last
fetch first 10 rows only;
explain select amount from sales",
    ),
];

/// What to write for what: each occurrence is a change by itself.
pub const CHANGES: [(&str, &str); 44] = [
    (" + ", " - "),
    (" * ", " / "),
    (" % ", " * "),
    (" || ", " + "),
    (" > ", " >= "),
    (" < ", " > "),
    (" = ", " <> "),
    (" <> ", " = "),
    (" <= ", " < "),
    (" >= ", " > "),
    (" AND ", " OR "),
    (" OR ", " AND "),
    ("NOT ", ""),
    (" IN (", " NOT IN ("),
    (" LIKE ", " ILIKE "),
    ("BETWEEN 10", "NOT BETWEEN 10"),
    ("EXISTS", "NOT EXISTS"),
    ("DISTINCT ", ""),
    ("SELECT ", "SELECT DISTINCT "),
    ("SELECT ", "SELECT 99, "),
    ("LEFT JOIN", "RIGHT JOIN"),
    ("RIGHT JOIN", "FULL JOIN"),
    ("CROSS JOIN", "NATURAL JOIN"),
    ("NATURAL JOIN", "CROSS JOIN"),
    ("UNION ALL", "UNION"),
    ("UNION", "INTERSECT"),
    ("EXCEPT", "UNION"),
    ("RECURSIVE ", ""),
    (" DESC", " ASC"),
    (" DESC", ""),
    (" ASC", ""),
    ("NULLS LAST", "NULLS FIRST"),
    ("ROWS BETWEEN", "RANGE BETWEEN"),
    ("PRECEDING", "FOLLOWING"),
    ("CURRENT ROW", "UNBOUNDED FOLLOWING"),
    ("CAST(", "TRY_CAST("),
    ("INTEGER", "BIGINT"),
    ("TEXT", "DATE"),
    ("YEAR", "MONTH"),
    ("BOTH", "LEADING"),
    ("true", "false"),
    (" NULL", " 0"),
    ("(*)", "(1)"),
    ("\"Quoted Name\"", "Quoted"),
];
