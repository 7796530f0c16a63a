-- The event log is read by type, by resource and by caller, each in the order of the ids, which is that of time.

CREATE INDEX events_by_type ON events (client_id, type, id);
CREATE INDEX events_by_resource ON events (client_id, resource_id, id);
CREATE INDEX events_by_actor ON events (client_id, actor_id, id);
