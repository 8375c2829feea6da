-- The view `terms`: the subterms that have a fingerprint. A free variable counts as itself.
--
-- Reads `subterms`, the table of the index. The type of a subterm is part of its fingerprint, so subterms of different
-- languages never share one.
SELECT file, row, last_row, type, size, start_line, start_column, end_line, end_column, content_hash, fingerprint
FROM subterms
WHERE fingerprint IS NOT NULL
