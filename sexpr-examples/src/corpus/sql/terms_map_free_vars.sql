-- The view `terms`: the subterms that have a fingerprint. Free variables count up to renaming.
--
-- Reads `subterms`, the table of the index.
SELECT
    file, row, last_row, type, size, start_line, start_column, end_line, end_column, content_hash,
    fingerprint_map_free_vars AS fingerprint
FROM subterms
WHERE fingerprint_map_free_vars IS NOT NULL
