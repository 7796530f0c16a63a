-- Forms that requests are made from. A form is kept as the set-up file gives it.

CREATE TABLE forms (
  client_id text COLLATE "C" NOT NULL CONSTRAINT forms_client REFERENCES clients,
  code text COLLATE "C" NOT NULL,
  definition jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, code)
);
