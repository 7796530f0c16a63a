-- What was done and read, on its way into the audit trail: stored with the change, or before the bytes of a file leave. One
-- writer of each client takes it from here and puts it in the chain.
CREATE TABLE audit_pending (
  client_id text COLLATE "C" NOT NULL,
  key bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  action text COLLATE "C" NOT NULL,
  outcome text COLLATE "C" NOT NULL CONSTRAINT audit_pending_outcome CHECK (outcome IN ('done', 'refused')),
  actor_type text COLLATE "C" NOT NULL CONSTRAINT audit_pending_actor_type
    CHECK (actor_type IN ('application', 'api_key', 'shared_token', 'user', 'employee', 'external', 'system')),
  actor_id text,
  actor_name text,
  actor_address text,
  subject_type text COLLATE "C" CONSTRAINT audit_pending_subject_type CHECK (subject_type IN ('employee', 'user')),
  subject_technical_id text COLLATE "C",
  resource_type text COLLATE "C",
  resource_id text COLLATE "C",
  -- A flat object, without anything personal.
  details jsonb NOT NULL,
  PRIMARY KEY (client_id, key),
  CONSTRAINT audit_pending_subject CHECK ((subject_type IS NULL) = (subject_technical_id IS NULL))
);
