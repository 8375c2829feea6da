#!/usr/bin/env python3
"""Runs the queries of `sexpr corpus` on another engine, and checks that it answers what the command answers.

    tests/corpus/compare.py duckdb|spark SEXPR INDEX

SEXPR is the command, and INDEX what its `corpus index` wrote. Exits with 3 if the engine cannot be had.
"""

import json
import subprocess
import sys
from pathlib import Path

QUERIES = Path(__file__).resolve().parents[2] / "sexpr-examples/src/corpus/sql"
ALL = 1_000_000_000


class DuckDB:
    """DuckDB, in this process."""

    def __init__(self, parts):
        import duckdb

        self.connection = duckdb.connect()
        self.connection.read_parquet(parts).create_view("subterms")

    def view(self, name, query):
        self.connection.execute(f"CREATE OR REPLACE VIEW {name} AS {query}")

    def rows(self, query):
        answer = self.connection.execute(query)
        names = [column[0] for column in answer.description]
        return [dict(zip(names, row)) for row in answer.fetchall()]


class Spark:
    """Spark, in its local mode."""

    def __init__(self, parts):
        from pyspark.sql import SparkSession

        builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
        builder = builder.config("spark.sql.shuffle.partitions", "2").config("spark.log.level", "ERROR")
        self.session = builder.getOrCreate()
        self.session.read.parquet(*parts).createOrReplaceTempView("subterms")

    def view(self, name, query):
        self.session.sql(query).createOrReplaceTempView(name)

    def rows(self, query):
        return [row.asDict() for row in self.session.sql(query).collect()]


def query(name):
    return (QUERIES / f"{name}.sql").read_text()


def settings(line, map_free_vars):
    """The table `settings`, of one row."""
    line = "NULL" if line is None else line
    return (
        f"SELECT CAST({ALL} AS BIGINT) AS max_classes, CAST({ALL} AS BIGINT) AS max_places, "
        f"CAST({line} AS BIGINT) AS line, {str(map_free_vars).upper()} AS map_free_vars"
    )


def classes(rows):
    """The rows of an engine, as the command shows classes."""
    found = {}
    for row in rows:
        start = position(row["start_line"], row["start_column"])
        end = position(row["end_line"], row["end_column"])
        new = {"fingerprint": bytes(row["fingerprint"]).hex(), "type": row["type"], "size": row["size"],
               "occurrences": row["occurrences"], "places": []}
        if "saving" in row:
            new["saving"] = int(row["saving"])
        else:
            new["asked"] = {
                "start": position(row["asked_start_line"], row["asked_start_column"]),
                "end": position(row["asked_end_line"], row["asked_end_column"]),
            }
        of_class = found.setdefault(row["class"], new)
        of_class["places"].append({"file": row["file"], "start": start, "end": end})
    return list(found.values())


def position(line, column):
    return None if line is None else {"line": line, "column": column}


def command(sexpr, *arguments):
    """The classes that the command shows."""
    limits = ["--format", "json", "--limit", str(ALL), "--places", str(ALL)]
    done = subprocess.run([sexpr, "corpus", *arguments, *limits], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{arguments}: {done.stderr}")
    shown = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return [{key: value for key, value in it.items() if key not in ("version", "excerpt", "obstacle")} for it in shown]


def check(what, engine, ours):
    if engine != ours:
        first = next((pair for pair in zip(engine, ours) if pair[0] != pair[1]), (len(engine), len(ours)))
        raise SystemExit(f"{what}: the engines differ\n  other: {first[0]}\n  ours:  {first[1]}")
    print(f"{what}: {len(ours)} classes in {sum(len(it['places']) for it in ours)} places, the same")
    return len(ours)


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in ("duckdb", "spark"):
        print(__doc__, file=sys.stderr)
        return 2
    _, name, sexpr, index = sys.argv
    parts = [str(Path(index) / part) for part in parts_of(index)]
    try:
        engine = {"duckdb": DuckDB, "spark": Spark}[name](parts)
    except ImportError as error:
        print(f"{error}: pip install {'duckdb' if name == 'duckdb' else 'pyspark'}", file=sys.stderr)
        return 3
    compared = 0
    for map_free_vars in (False, True):
        option = ["--map-free-vars"] if map_free_vars else []
        engine.view("terms", query("terms_map_free_vars" if map_free_vars else "terms"))
        engine.view("settings", settings(None, map_free_vars))
        ours = command(sexpr, "duplicates", index, *option)
        compared += check(f"duplicates {option}", classes(engine.rows(query("duplicates"))), ours)
        # Rows of a file that is in the index are what is asked about it.
        files = [row["file"] for row in engine.rows("SELECT DISTINCT file FROM subterms ORDER BY file")]
        for file in files[:5]:
            quoted = file.replace("'", "''")
            engine.view("asked", f"SELECT * FROM subterms WHERE file = '{quoted}'")
            fingerprint = "fingerprint_map_free_vars" if map_free_vars else "fingerprint"
            lines = f"SELECT MIN(start_line) AS line FROM asked WHERE size < 20 AND {fingerprint} IS NOT NULL"
            for line in (None, engine.rows(lines)[0]["line"]):
                engine.view("settings", settings(line, map_free_vars))
                engine.view("wanted", query("wanted"))
                asked = file if line is None else f"{file}:{line}"
                ours = command(sexpr, "find", asked, index, *option)
                compared += check(f"find {asked} {option}", classes(engine.rows(query("find"))), ours)
    if not compared:
        raise SystemExit("nothing was compared: the index has no equal subterms")
    return 0


def parts_of(index):
    """The names of the files that count."""
    return [part["file"] for part in json.loads((Path(index) / "index.json").read_text())["parts"]]


if __name__ == "__main__":
    sys.exit(main())
