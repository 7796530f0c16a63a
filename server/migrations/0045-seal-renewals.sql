-- When a sealed document needs new validation data and a new document timestamp. Adding the column takes a moment; while the
-- index is built, signature processes wait for it: it reads the table once and is empty.
ALTER TABLE signature_files ADD COLUMN renew_at timestamptz;
CREATE INDEX signature_files_to_renew ON signature_files (renew_at) WHERE renew_at IS NOT NULL;
