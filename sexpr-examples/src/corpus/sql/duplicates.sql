-- Classes of equal subterms that are not inside larger equal ones, the largest saving first: one row an occurrence.
--
-- Of two tables that are joined, the smaller one comes first: engines that do not estimate sizes keep that one in memory.
--
-- Reads the views `terms` and `settings`, which has one row: `max_classes` and `max_places` limit the answer.
WITH duplicated AS (
    SELECT fingerprint, COUNT(*) AS occurrences, MAX(size) AS size
    FROM terms
    GROUP BY fingerprint
    HAVING COUNT(*) > 1
),
-- A file's rows are in preorder, and those inside a row are the ones up to its `last_row`. So a row is inside an earlier one
-- exactly if the largest `last_row` before it reaches it.
--
-- A node that several others share, in a graph of Relay or Wave, has one row, which is inside the first of these only. So a
-- class may count though all of its occurrences are in larger duplicates: where these come second. And it is left out where
-- the first are duplicates, and others that use it are not.
nested AS (
    SELECT
        terms.fingerprint,
        MAX(terms.last_row) OVER (
            PARTITION BY terms.file ORDER BY terms.row ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
        ) >= terms.row AS is_inside
    FROM duplicated
    JOIN terms ON terms.fingerprint = duplicated.fingerprint
),
-- A class counts if one of its occurrences is not inside a larger duplicate.
outermost AS (
    SELECT DISTINCT fingerprint
    FROM nested
    WHERE is_inside IS NULL OR NOT is_inside
),
-- A size may be any number up to 2^63, where nodes are shared: a product of 19 digits each is exact.
counted AS (
    SELECT
        duplicated.fingerprint,
        duplicated.occurrences,
        duplicated.size,
        CAST(duplicated.occurrences - 1 AS DECIMAL(19, 0)) * CAST(duplicated.size AS DECIMAL(19, 0)) AS saving
    FROM outermost
    JOIN duplicated ON duplicated.fingerprint = outermost.fingerprint
),
ranked AS (
    SELECT
        counted.*,
        ROW_NUMBER() OVER (ORDER BY saving DESC, size DESC, fingerprint) AS class,
        COUNT(*) OVER () AS classes
    FROM counted
),
shown AS (
    SELECT ranked.*
    FROM ranked
    CROSS JOIN settings
    WHERE ranked.class <= settings.max_classes
),
places AS (
    SELECT
        shown.class, shown.classes, shown.saving, shown.occurrences, shown.size,
        ROW_NUMBER() OVER (PARTITION BY shown.class ORDER BY terms.file, terms.row) AS place,
        terms.file, terms.row, terms.type, terms.start_line, terms.start_column, terms.end_line, terms.end_column,
        terms.content_hash, terms.fingerprint
    FROM shown
    JOIN terms ON terms.fingerprint = shown.fingerprint
)
SELECT places.*
FROM places
CROSS JOIN settings
WHERE places.place <= settings.max_places
ORDER BY places.class, places.place
