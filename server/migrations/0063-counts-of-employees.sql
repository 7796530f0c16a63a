-- Employees are counted for each organization by these indexes alone. Ancestors repeat, so that the first one takes a few bytes
-- for each employee; who has more of them than an entry may hold is in the second. Writing employees waits while they are made,
-- some seconds for each million.
CREATE INDEX employees_by_ancestors ON employees (client_id, ancestors)
  WHERE deleted_at IS NULL AND NOT terminated AND cardinality(ancestors) <= 300;
CREATE INDEX employees_of_many_ancestors ON employees (client_id)
  WHERE deleted_at IS NULL AND NOT terminated AND cardinality(ancestors) > 300;
