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

-- Who must validate projects that are made with an option, and whether their warnings must be acknowledged.
ALTER TABLE distribution_validation_options
  ADD COLUMN validators integer NOT NULL DEFAULT 1
    CONSTRAINT distribution_validation_options_validators CHECK (validators IN (1, 2)),
  ADD COLUMN group_code text COLLATE "C",
  ADD COLUMN acknowledge_warnings boolean NOT NULL DEFAULT false;

-- A project keeps the rules of its validation option; null is by hand, by anybody who may write it.
ALTER TABLE distribution_projects ADD COLUMN validation json;
CREATE INDEX distribution_projects_by_sender ON distribution_projects (client_id, sender_id, id) WHERE sender_id IS NOT NULL;
CREATE INDEX distribution_projects_by_validation_group ON distribution_projects (client_id, (validation ->> 'group'), id)
  WHERE validation ->> 'group' IS NOT NULL;

-- Validations that a project has so far. `validator` is a manager, or `api` for all keys and applications together.
CREATE TABLE distribution_validations (
  client_id text COLLATE "C" NOT NULL,
  project_id integer NOT NULL,
  validator text COLLATE "C" NOT NULL,
  actor json NOT NULL,
  validated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, project_id, validator),
  CONSTRAINT distribution_validations_project FOREIGN KEY (client_id, project_id) REFERENCES distribution_projects
);
