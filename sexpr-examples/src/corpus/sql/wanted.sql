-- The view `wanted`: what is asked about, those subterms of a file that have a fingerprint.
--
-- Reads `asked`, the rows of the file, with the columns of the index; and `settings`, which has one row: `line`, where the
-- subterms begin, or null for all of the file; `map_free_vars`, the same choice as that of the view `terms`.
WITH compared AS (
    SELECT
        asked.file, asked.row, asked.last_row, asked.size, asked.start_line, asked.start_column, asked.end_line,
        asked.end_column, asked.content_hash,
        CASE
            WHEN settings.map_free_vars THEN asked.fingerprint_map_free_vars
            ELSE asked.fingerprint
        END AS fingerprint
    FROM asked
    CROSS JOIN settings
    WHERE settings.line IS NULL OR asked.start_line = settings.line
)
SELECT *
FROM compared
WHERE fingerprint IS NOT NULL
