-- What managers take care of is open; most requests are closed.
CREATE INDEX requests_open ON requests (client_id, created_at, id) WHERE status <> 'closed';

-- Whose requests they are.
CREATE INDEX requests_assigned ON requests USING gin (client_id, manager_keys);

-- A word somewhere in a subject.
CREATE INDEX requests_search ON requests USING gin (client_id, sort_subject gin_trgm_ops);
