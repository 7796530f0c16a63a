-- Who read what in the last ten minutes, so that pages of one document and ranges of one download are one entry of the audit
-- trail, whichever process answers them.
CREATE TABLE audit_recent_reads (
  client_id text COLLATE "C" NOT NULL,
  -- SHA-256 of who read, by which credentials, and what.
  reading bytea NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (client_id, reading)
);
CREATE INDEX audit_recent_reads_by_time ON audit_recent_reads (at);
