-- What reading a spool found of a part, kept when a person decides otherwise, so that the decision can be taken back.
ALTER TABLE distribution_documents ADD COLUMN found json;

-- The parts that people look at are few among those that were matched.
CREATE INDEX distribution_documents_to_check ON distribution_documents (client_id, project_id, outcome, distribution_id, position)
  WHERE outcome <> 'matched';
CREATE INDEX distribution_projects_by_group ON distribution_projects (client_id, group_code, id) WHERE group_code IS NOT NULL;
