-- What managers wrote on an employee or on a document. With `is_restricted`, only the managers of note_readers see it; those
-- may all be gone.
CREATE TABLE notes (
  client_id text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  employee_key bigint,
  document_key bigint,
  description text NOT NULL,
  is_restricted boolean NOT NULL,
  remind_date timestamptz,
  -- When it was settled whom to remind, and when the last of them was.
  reminding_since timestamptz,
  reminded_at timestamptz,
  actor_type text COLLATE "C" NOT NULL,
  actor_id text,
  actor_name text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id),
  CONSTRAINT notes_employee FOREIGN KEY (client_id, employee_key) REFERENCES employees,
  CONSTRAINT notes_document FOREIGN KEY (client_id, document_key) REFERENCES documents ON DELETE CASCADE,
  CONSTRAINT notes_subject CHECK ((employee_key IS NULL) <> (document_key IS NULL))
);
CREATE INDEX notes_by_employee ON notes (client_id, employee_key, id) WHERE employee_key IS NOT NULL;
CREATE INDEX notes_by_document ON notes (client_id, document_key, id) WHERE document_key IS NOT NULL;
CREATE INDEX notes_to_remind ON notes (remind_date) WHERE remind_date IS NOT NULL AND reminded_at IS NULL;

CREATE TABLE note_readers (
  client_id text COLLATE "C" NOT NULL,
  note_id uuid NOT NULL,
  user_key bigint NOT NULL,
  PRIMARY KEY (client_id, note_id, user_key),
  CONSTRAINT note_readers_note FOREIGN KEY (client_id, note_id) REFERENCES notes ON DELETE CASCADE,
  CONSTRAINT note_readers_user FOREIGN KEY (client_id, user_key) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX note_readers_by_user ON note_readers (client_id, user_key);

-- A reminder that is to be mailed, or was: one for each manager.
CREATE TABLE note_reminders (
  client_id text COLLATE "C" NOT NULL,
  note_id uuid NOT NULL,
  user_key bigint NOT NULL,
  due_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  sent_at timestamptz,
  given_up_at timestamptz,
  PRIMARY KEY (client_id, note_id, user_key),
  CONSTRAINT note_reminders_note FOREIGN KEY (client_id, note_id) REFERENCES notes ON DELETE CASCADE,
  CONSTRAINT note_reminders_user FOREIGN KEY (client_id, user_key) REFERENCES users ON DELETE CASCADE
);
CREATE INDEX note_reminders_by_user ON note_reminders (client_id, user_key);
CREATE INDEX note_reminders_due ON note_reminders (due_at) WHERE sent_at IS NULL AND given_up_at IS NULL;
