-- The audit trail: one chain of entries for each client. An entry has the hash of the one before it, and nothing in it says who
-- acted or whom it concerns: that stands in audit_people, salted and hashed here, so that it can go and the chain still holds.
-- New tables only.
CREATE TABLE audit_entries (
  client_id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  -- In milliseconds, as it is hashed.
  at timestamptz NOT NULL,
  action text COLLATE "C" NOT NULL,
  outcome text COLLATE "C" NOT NULL,
  actor_type text COLLATE "C" NOT NULL,
  actor_hash bytea NOT NULL,
  subject_hash bytea,
  resource_type text COLLATE "C",
  resource_id text COLLATE "C",
  details jsonb NOT NULL,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (client_id, sequence)
);
-- Each filter of the list, in the order of the list.
CREATE INDEX audit_entries_by_action ON audit_entries (client_id, action, sequence);
CREATE INDEX audit_entries_by_actor_type ON audit_entries (client_id, actor_type, sequence);
CREATE INDEX audit_entries_by_resource_type ON audit_entries (client_id, resource_type, sequence) WHERE resource_type IS NOT NULL;
CREATE INDEX audit_entries_by_resource ON audit_entries (client_id, resource_id, sequence) WHERE resource_id IS NOT NULL;
CREATE INDEX audit_entries_by_time ON audit_entries (client_id, at, sequence);
CREATE INDEX audit_entries_refused ON audit_entries (client_id, sequence) WHERE outcome = 'refused';

-- What can be read of the people of an entry, for as long as it may: who acted, and whom it concerns.
CREATE TABLE audit_people (
  client_id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  actor_type text COLLATE "C",
  actor_id text COLLATE "C",
  actor_name text,
  actor_address text,
  -- Null with the actor: it was erased.
  actor_salt bytea,
  subject_type text COLLATE "C",
  subject_technical_id text COLLATE "C",
  -- Null with the subject: there was none, or it was erased.
  subject_salt bytea,
  PRIMARY KEY (client_id, sequence),
  CONSTRAINT audit_people_actor CHECK ((actor_type IS NULL) = (actor_salt IS NULL)),
  CONSTRAINT audit_people_subject CHECK ((subject_type IS NULL) = (subject_salt IS NULL) AND (subject_type IS NULL) = (subject_technical_id IS NULL))
);
CREATE INDEX audit_people_by_actor ON audit_people (client_id, actor_id, sequence) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_people_by_subject ON audit_people (client_id, subject_technical_id, sequence) WHERE subject_technical_id IS NOT NULL;

-- The last entry of each chain. Whoever adds to a chain locks its row.
CREATE TABLE audit_heads (
  client_id text COLLATE "C" NOT NULL,
  sequence bigint NOT NULL,
  -- Null before the first entry.
  at timestamptz,
  hash bytea NOT NULL,
  PRIMARY KEY (client_id)
);

-- What a chain was at some moment, sealed.
CREATE TABLE audit_checkpoints (
  client_id text COLLATE "C" NOT NULL,
  key bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  sequence bigint NOT NULL,
  hash bytea NOT NULL,
  seal text COLLATE "C" NOT NULL,
  PRIMARY KEY (client_id, key)
);

-- People who were erased lately, by the hash of their ids: what was on its way into the chain is put there without them.
CREATE TABLE audit_forgotten (
  client_id text COLLATE "C" NOT NULL,
  key bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  person_hash bytea NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (client_id, key)
);

-- What the client decided about its trail; defaults without a row.
CREATE TABLE audit_settings (
  client_id text COLLATE "C" NOT NULL CONSTRAINT audit_settings_client REFERENCES clients (id),
  -- Whether employees see the names of those who looked at their files, rather than their roles.
  viewer_names boolean NOT NULL,
  -- How long the names of people are kept in the trail.
  audit_personal_months integer NOT NULL CONSTRAINT audit_settings_months CHECK (audit_personal_months > 0),
  PRIMARY KEY (client_id)
);

-- Entries and checkpoints are added, and nothing else is done with them, by anyone.
CREATE FUNCTION refuse_change_of_audit_trail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit trail cannot be changed: % of % refused.', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation', TABLE = TG_TABLE_NAME, CONSTRAINT = 'audit_trail';
END $$;
CREATE TRIGGER audit_trail_unchangeable BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_trail();
CREATE TRIGGER audit_trail_unchangeable BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_trail();
