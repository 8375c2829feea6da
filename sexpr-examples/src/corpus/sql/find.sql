-- Where the subterms that are asked about occur, the largest first: one row an occurrence.
--
-- Reads the views `terms` and `wanted`; and `settings`, which has one row: `line`, where the subterms asked about begin, or null
-- for all of the file; `max_classes` and `max_places`, which limit the answer.
WITH
-- The file itself may be in the index: what is asked about is no occurrence of itself.
occurrences AS (
    SELECT
        terms.fingerprint, terms.file, terms.row, terms.type, terms.start_line, terms.start_column, terms.end_line,
        terms.end_column, terms.content_hash, wanted.size, wanted.row AS asked_row, wanted.last_row AS asked_last_row,
        wanted.start_line AS asked_start_line, wanted.start_column AS asked_start_column,
        wanted.end_line AS asked_end_line, wanted.end_column AS asked_end_column
    FROM wanted
    JOIN terms ON terms.fingerprint = wanted.fingerprint
    WHERE NOT (terms.file = wanted.file AND terms.row = wanted.row AND terms.content_hash = wanted.content_hash)
),
found AS (
    SELECT fingerprint, asked_row, asked_last_row, size, COUNT(*) AS occurrences
    FROM occurrences
    GROUP BY fingerprint, asked_row, asked_last_row, size
),
-- Rows are in preorder: a row is inside an earlier one exactly if the largest `last_row` before it reaches it.
nested AS (
    SELECT
        found.*,
        MAX(asked_last_row) OVER (
            ORDER BY asked_row ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) >= asked_row AS is_inside
    FROM found
),
-- Of a whole file, what is inside a larger subterm that was found is left out. Of equal subterms, the first is asked about.
chosen AS (
    SELECT nested.fingerprint, MIN(nested.asked_row) AS asked_row, MAX(nested.size) AS size
    FROM nested
    CROSS JOIN settings
    WHERE settings.line IS NOT NULL OR nested.is_inside IS NULL OR NOT nested.is_inside
    GROUP BY nested.fingerprint
),
ranked AS (
    SELECT
        fingerprint, asked_row,
        ROW_NUMBER() OVER (ORDER BY size DESC, asked_row) AS class,
        COUNT(*) OVER () AS classes
    FROM chosen
),
places AS (
    SELECT
        ranked.class, ranked.classes, found.occurrences, occurrences.size,
        ROW_NUMBER() OVER (PARTITION BY ranked.class ORDER BY occurrences.file, occurrences.row) AS place,
        occurrences.asked_row, occurrences.asked_start_line, occurrences.asked_start_column,
        occurrences.asked_end_line, occurrences.asked_end_column,
        occurrences.file, occurrences.row, occurrences.type, occurrences.start_line, occurrences.start_column,
        occurrences.end_line, occurrences.end_column, occurrences.content_hash, occurrences.fingerprint
    FROM ranked
    JOIN found ON found.fingerprint = ranked.fingerprint AND found.asked_row = ranked.asked_row
    JOIN occurrences ON occurrences.fingerprint = ranked.fingerprint AND occurrences.asked_row = ranked.asked_row
)
SELECT places.*
FROM places
CROSS JOIN settings
WHERE places.class <= settings.max_classes AND places.place <= settings.max_places
ORDER BY places.class, places.place
