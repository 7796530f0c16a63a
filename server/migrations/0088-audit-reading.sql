-- Every filter of the audit trail, alone and with others, is a few ranges of an index in the order of the list. What is asked of
-- people together with actions lies beside the people, so that one index answers both.
ALTER TABLE audit_people ADD COLUMN action text COLLATE "C";
ALTER TABLE audit_people ADD COLUMN outcome text COLLATE "C";
UPDATE audit_people people SET action = entry.action, outcome = entry.outcome FROM audit_entries entry
WHERE entry.client_id = people.client_id AND entry.sequence = people.sequence;

DROP INDEX audit_people_by_actor;
CREATE INDEX audit_people_by_actor ON audit_people (client_id, actor_id, action, outcome, sequence) WHERE actor_id IS NOT NULL;
DROP INDEX audit_people_by_subject;
CREATE INDEX audit_people_by_subject ON audit_people (client_id, subject_technical_id, action, outcome, sequence)
  WHERE subject_technical_id IS NOT NULL;

DROP INDEX audit_entries_by_action;
CREATE INDEX audit_entries_by_action ON audit_entries (client_id, action, actor_type, outcome, sequence);
DROP INDEX audit_entries_by_actor_type;
CREATE INDEX audit_entries_by_actor_type ON audit_entries (client_id, actor_type, outcome, sequence);
DROP INDEX audit_entries_refused;
DROP INDEX audit_entries_by_resource_type;
CREATE INDEX audit_entries_by_resource_type ON audit_entries (client_id, resource_type, action, sequence)
  WHERE resource_type IS NOT NULL;
DROP INDEX audit_entries_by_resource;
CREATE INDEX audit_entries_by_resource ON audit_entries (client_id, resource_id, action, sequence) WHERE resource_id IS NOT NULL;

-- Times ascend with the chain, but for entries of changes that overlapped: a period is found by its first and last stretch of
-- 1024 entries.
DROP INDEX audit_entries_by_time;
CREATE INDEX audit_entries_by_time ON audit_entries (client_id, (sequence / 1024), at);
