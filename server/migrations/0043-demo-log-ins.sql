-- Whom one can try the demo as. Only a demo that the service made has rows here: no other client can be entered without
-- a password.
CREATE TABLE demo_log_ins (
  client_id text COLLATE "C" NOT NULL CONSTRAINT demo_log_ins_client REFERENCES clients ON DELETE CASCADE,
  kind text COLLATE "C" NOT NULL CONSTRAINT demo_log_ins_kind CHECK (kind IN ('employee', 'hr_manager', 'administrator')),
  scope text COLLATE "C" NOT NULL CONSTRAINT demo_log_ins_scope CHECK (scope IN ('employee', 'manager')),
  technical_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (client_id, kind)
);
