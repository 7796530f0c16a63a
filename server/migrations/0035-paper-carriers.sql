-- Who takes the paper of a project: a folder, an SFTP server, an HTTPS address, or a person who downloads it (`manual`).
-- Passwords, private keys and signature keys are in `encrypted_carrier_secrets` only.
ALTER TABLE distribution_paper_configurations
  ADD COLUMN carrier json NOT NULL DEFAULT '{"kind":"manual"}',
  ADD COLUMN encrypted_carrier_secrets text COLLATE "C";

-- The hand-over of the packages of a project to its carrier. `id` is the same in every attempt: the carrier knows by it that
-- it has the packages already. A job acts for one `turn`; a job of an earlier turn does nothing.
CREATE TABLE distribution_hand_overs (
  client_id text COLLATE "C" NOT NULL,
  project_id integer NOT NULL,
  id uuid NOT NULL,
  status text COLLATE "C" NOT NULL
    CONSTRAINT distribution_hand_overs_status CHECK (status IN ('pending', 'handed_over', 'failed', 'by_hand')),
  carrier_kind text COLLATE "C" NOT NULL,
  turn integer NOT NULL,
  attempts integer NOT NULL,
  attempted_at timestamptz,
  sending_since timestamptz,
  next_attempt_at timestamptz,
  failure text COLLATE "C",
  failure_message text,
  receipt text,
  ended_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, project_id),
  CONSTRAINT distribution_hand_overs_project FOREIGN KEY (client_id, project_id)
    REFERENCES distribution_projects (client_id, id)
);

ALTER TABLE distribution_packages
  ADD COLUMN status text COLLATE "C" NOT NULL DEFAULT 'planned'
    CONSTRAINT distribution_packages_status
      CHECK (status IN ('planned', 'prepared', 'handed_over', 'failed', 'downloaded')),
  ADD COLUMN downloaded_at timestamptz,
  ADD COLUMN downloaded_by json;

-- Those of older versions wait for their download; a package with a problem fails.
UPDATE distribution_packages SET status = CASE WHEN problem IS NULL THEN 'prepared' ELSE 'failed' END
WHERE made_at IS NOT NULL;

CREATE INDEX distribution_packages_by_status ON distribution_packages (client_id, project_id, status, number);
