-- How many distributions a project waits for before it can be validated; null when it does not say.
ALTER TABLE distribution_projects ADD COLUMN expected_distributions integer
  CONSTRAINT distribution_projects_expected CHECK (expected_distributions >= 1);

-- A spool that an API process is receiving, under a lease that is renewed as long as bytes arrive. Its project waits for it. An
-- expired lease is that of an upload that stands still or whose process was killed; it counts no longer.
CREATE TABLE distribution_receptions (
  client_id text COLLATE "C" NOT NULL,
  project_id integer NOT NULL,
  id uuid NOT NULL,
  -- Who sends it: what the project does when the lease expires is done in their name.
  actor json NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, project_id, id),
  CONSTRAINT distribution_receptions_project FOREIGN KEY (client_id, project_id) REFERENCES distribution_projects
);
CREATE INDEX distribution_receptions_by_expiry ON distribution_receptions (expires_at);
