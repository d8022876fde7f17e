-- Every index is one more page in every commit, and hooks read the log of all commits before them. A process that answers many queries
-- makes them again: see `indexes.sql`.
DROP INDEX record_time;
DROP INDEX record_session;
DROP INDEX record_outcome;
DROP INDEX record_rule;
