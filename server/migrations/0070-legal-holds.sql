-- A hold is a matter with a scope. What it covers is recorded once, by the triggers below, and stays covered until the hold
-- is released, also when it no longer fits. Resources are named by their ids as text, employees by their key.
CREATE TABLE legal_holds (
  client_id text COLLATE "C" NOT NULL CONSTRAINT legal_holds_client REFERENCES clients (id),
  id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CONSTRAINT legal_holds_kind CHECK (kind IN ('matter', 'document')),
  name text NOT NULL,
  reason text NOT NULL,
  reference text,
  -- As it was asked for; the columns below are what it means.
  scope jsonb NOT NULL,
  resource_types text[] COLLATE "C" NOT NULL,
  employee_keys bigint[],
  document_keys bigint[],
  document_type_ids integer[],
  -- As in profiles: negative where it is the organization without those below.
  organization_keys integer[],
  date_since date,
  date_until date,
  document_id uuid,
  document_kind text COLLATE "C",
  created_by jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  released_by jsonb,
  released_at timestamptz,
  release_reason text,
  search_text text COLLATE "C" NOT NULL,
  PRIMARY KEY (client_id, id),
  CONSTRAINT legal_holds_release CHECK ((released_at IS NULL) = (release_reason IS NULL) AND (released_at IS NULL) = (released_by IS NULL)),
  CONSTRAINT legal_holds_document CHECK ((kind = 'document') = (document_id IS NOT NULL) AND (document_id IS NULL) = (document_kind IS NULL))
);
CREATE INDEX legal_holds_open ON legal_holds (client_id, id) WHERE released_at IS NULL;

CREATE TABLE legal_hold_items (
  client_id text COLLATE "C" NOT NULL,
  resource_type text COLLATE "C" NOT NULL,
  resource_id text COLLATE "C" NOT NULL,
  hold_id uuid NOT NULL,
  -- Orders them by when they were covered.
  key bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  covered_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, resource_type, resource_id, hold_id),
  CONSTRAINT legal_hold_items_hold FOREIGN KEY (client_id, hold_id) REFERENCES legal_holds (client_id, id)
);
CREATE INDEX legal_hold_items_by_hold ON legal_hold_items (client_id, hold_id, key);
CREATE INDEX legal_hold_items_by_type ON legal_hold_items (client_id, hold_id, resource_type, key);

-- What the open matters of a client cover, for each kind of resource. Its day is that of a document, and the creation of the rest.
CREATE VIEW documents_fitting_legal_holds AS
SELECT hold.client_id, hold.id AS hold_id, document.key, document.kind || '_document' AS resource_type, document.id::text AS resource_id
FROM legal_holds hold
JOIN documents document ON document.client_id = hold.client_id
WHERE hold.released_at IS NULL
  AND document.kind || '_document' = ANY (hold.resource_types)
  AND (hold.document_keys IS NULL OR document.key = ANY (hold.document_keys))
  AND (hold.document_type_ids IS NULL OR document.document_type_id = ANY (hold.document_type_ids))
  AND (hold.employee_keys IS NULL OR document.employee_key = ANY (hold.employee_keys))
  AND (hold.date_since IS NULL OR document.date >= hold.date_since::timestamp AT TIME ZONE 'UTC')
  AND (hold.date_until IS NULL OR document.date < (hold.date_until + 1)::timestamp AT TIME ZONE 'UTC')
  AND (hold.organization_keys IS NULL OR EXISTS (
    SELECT FROM employees employee WHERE employee.client_id = hold.client_id AND employee.key = document.employee_key
      AND employee.ancestors && hold.organization_keys
  ) OR EXISTS (
    SELECT FROM organizations organization WHERE organization.client_id = hold.client_id
      AND organization.key = ANY (document.organization_keys) AND organization.ancestors && hold.organization_keys
  ));

-- A note is about an employee, or about a document and its employee.
CREATE VIEW notes_fitting_legal_holds AS
SELECT hold.client_id, hold.id AS hold_id, note.id AS key, 'note' AS resource_type, note.id::text AS resource_id
FROM legal_holds hold
JOIN notes note ON note.client_id = hold.client_id
LEFT JOIN documents document ON document.client_id = hold.client_id AND document.key = note.document_key
WHERE hold.released_at IS NULL
  AND 'note' = ANY (hold.resource_types)
  AND (hold.document_keys IS NULL OR note.document_key = ANY (hold.document_keys))
  AND (hold.document_type_ids IS NULL OR document.document_type_id = ANY (hold.document_type_ids))
  AND (hold.employee_keys IS NULL OR coalesce(note.employee_key, document.employee_key) = ANY (hold.employee_keys))
  AND (hold.date_since IS NULL OR note.created_at >= hold.date_since::timestamp AT TIME ZONE 'UTC')
  AND (hold.date_until IS NULL OR note.created_at < (hold.date_until + 1)::timestamp AT TIME ZONE 'UTC')
  AND (hold.organization_keys IS NULL OR EXISTS (
    SELECT FROM employees employee WHERE employee.client_id = hold.client_id
      AND employee.key = coalesce(note.employee_key, document.employee_key) AND employee.ancestors && hold.organization_keys
  ) OR EXISTS (
    SELECT FROM organizations organization WHERE organization.client_id = hold.client_id
      AND organization.key = ANY (document.organization_keys) AND organization.ancestors && hold.organization_keys
  ));

CREATE VIEW requests_fitting_legal_holds AS
SELECT hold.client_id, hold.id AS hold_id, request.id AS key, 'request' AS resource_type, request.id::text AS resource_id
FROM legal_holds hold
JOIN requests request ON request.client_id = hold.client_id
WHERE hold.released_at IS NULL
  AND 'request' = ANY (hold.resource_types)
  AND hold.document_keys IS NULL AND hold.document_type_ids IS NULL
  AND (hold.employee_keys IS NULL OR request.employee_key = ANY (hold.employee_keys))
  AND (hold.date_since IS NULL OR request.created_at >= hold.date_since::timestamp AT TIME ZONE 'UTC')
  AND (hold.date_until IS NULL OR request.created_at < (hold.date_until + 1)::timestamp AT TIME ZONE 'UTC')
  AND (hold.organization_keys IS NULL OR EXISTS (
    SELECT FROM employees employee WHERE employee.client_id = hold.client_id AND employee.key = request.employee_key
      AND employee.ancestors && hold.organization_keys));

-- A process is its employee's, and that of each employee who signs.
CREATE VIEW signature_processes_fitting_legal_holds AS
SELECT hold.client_id, hold.id AS hold_id, process.id AS key, 'signature_process' AS resource_type, process.id::text AS resource_id
FROM legal_holds hold
JOIN signature_processes process ON process.client_id = hold.client_id
WHERE hold.released_at IS NULL
  AND 'signature_process' = ANY (hold.resource_types)
  AND hold.document_keys IS NULL
  AND (hold.document_type_ids IS NULL OR process.document_type_id = ANY (hold.document_type_ids))
  AND (hold.date_since IS NULL OR process.created_at >= hold.date_since::timestamp AT TIME ZONE 'UTC')
  AND (hold.date_until IS NULL OR process.created_at < (hold.date_until + 1)::timestamp AT TIME ZONE 'UTC')
  AND (hold.employee_keys IS NULL AND hold.organization_keys IS NULL OR EXISTS (
    SELECT FROM employees employee WHERE employee.client_id = hold.client_id
      AND (employee.key = process.employee_key OR employee.key IN (
        SELECT signer.employee_key FROM signature_signers signer
        WHERE signer.client_id = hold.client_id AND signer.process_id = process.id))
      AND (hold.employee_keys IS NULL OR employee.key = ANY (hold.employee_keys))
      AND (hold.organization_keys IS NULL OR employee.ancestors && hold.organization_keys)));

CREATE VIEW employees_fitting_legal_holds AS
SELECT hold.client_id, hold.id AS hold_id, employee.key, 'employee' AS resource_type, employee.key::text AS resource_id
FROM legal_holds hold
JOIN employees employee ON employee.client_id = hold.client_id
WHERE hold.released_at IS NULL
  AND 'employee' = ANY (hold.resource_types)
  AND hold.document_keys IS NULL AND hold.document_type_ids IS NULL
  AND (hold.employee_keys IS NULL OR employee.key = ANY (hold.employee_keys))
  AND (hold.date_since IS NULL OR employee.created_at >= hold.date_since::timestamp AT TIME ZONE 'UTC')
  AND (hold.date_until IS NULL OR employee.created_at < (hold.date_until + 1)::timestamp AT TIME ZONE 'UTC')
  AND (hold.organization_keys IS NULL OR employee.ancestors && hold.organization_keys);

-- A hold is placed under the exclusive lock of its client. Changes of what it may cover take the shared one: they have ended
-- before it is placed, or they see it.
CREATE FUNCTION await_legal_holds(client text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('legal holds ' || client, 0));
  RETURN EXISTS (SELECT FROM legal_holds WHERE client_id = client AND released_at IS NULL);
END $$;

-- The open holds that cover a resource, as text; null without any.
CREATE FUNCTION legal_holds_on(client text, type_of_resource text, id_of_resource text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  IF NOT await_legal_holds(client) THEN RETURN NULL; END IF;
  RETURN (SELECT string_agg(hold.id::text, ', ' ORDER BY hold.id) FROM legal_hold_items item
    JOIN legal_holds hold ON hold.client_id = item.client_id AND hold.id = item.hold_id AND hold.released_at IS NULL
    WHERE item.client_id = client AND item.resource_type = type_of_resource AND item.resource_id = id_of_resource);
END $$;

CREATE FUNCTION refuse_if_held(client text, type text, id text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  holds text := legal_holds_on(client, type, id);
BEGIN
  IF holds IS NOT NULL THEN
    RAISE restrict_violation USING MESSAGE = format('The %s %s is under legal hold and must be kept.', regexp_replace(replace(type, '_', ' '), '.* document', 'document'), id),
      DETAIL = format('Legal holds: %s', holds), CONSTRAINT = 'legal_hold', TABLE = 'legal_holds';
  END IF;
END $$;

CREATE FUNCTION keep_held_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_if_held(OLD.client_id, OLD.kind || '_document', OLD.id::text);
  RETURN coalesce(NEW, OLD);
END $$;
CREATE FUNCTION keep_held_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_if_held(OLD.client_id, 'note', OLD.id::text);
  RETURN OLD;
END $$;
CREATE FUNCTION keep_held_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_if_held(OLD.client_id, 'request', OLD.id::text);
  RETURN OLD;
END $$;
CREATE FUNCTION keep_parts_of_held_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_if_held(OLD.client_id, 'request', OLD.request_id::text);
  RETURN OLD;
END $$;
CREATE FUNCTION keep_held_signature_process() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_if_held(OLD.client_id, 'signature_process', OLD.id::text);
  RETURN OLD;
END $$;
CREATE FUNCTION keep_parts_of_held_signature_process() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_if_held(OLD.client_id, 'signature_process', OLD.process_id::text);
  RETURN OLD;
END $$;
CREATE FUNCTION keep_held_employee() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM refuse_if_held(OLD.client_id, 'employee', OLD.key::text);
  RETURN OLD;
END $$;
CREATE FUNCTION keep_held_tables() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  holds text := (SELECT string_agg(DISTINCT hold.id::text, ', ') FROM legal_hold_items item
    JOIN legal_holds hold ON hold.client_id = item.client_id AND hold.id = item.hold_id AND hold.released_at IS NULL
    WHERE item.resource_type = ANY (TG_ARGV));
BEGIN
  IF holds IS NOT NULL THEN
    RAISE restrict_violation USING MESSAGE = format('%s has rows under legal hold, which must be kept.', TG_TABLE_NAME),
      DETAIL = format('Legal holds: %s', holds), CONSTRAINT = 'legal_hold', TABLE = 'legal_holds';
  END IF;
  RETURN NULL;
END $$;

-- What comes to fit is covered in the same transaction.
CREATE FUNCTION cover_documents(client text, keys bigint[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO legal_hold_items (client_id, resource_type, resource_id, hold_id, covered_at)
  SELECT client_id, resource_type, resource_id, hold_id, now() FROM documents_fitting_legal_holds
  WHERE client_id = client AND key = ANY (keys) ON CONFLICT DO NOTHING
$$;
CREATE FUNCTION cover_notes(client text, keys uuid[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO legal_hold_items (client_id, resource_type, resource_id, hold_id, covered_at)
  SELECT client_id, resource_type, resource_id, hold_id, now() FROM notes_fitting_legal_holds
  WHERE client_id = client AND key = ANY (keys) ON CONFLICT DO NOTHING
$$;
CREATE FUNCTION cover_requests(client text, keys bigint[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO legal_hold_items (client_id, resource_type, resource_id, hold_id, covered_at)
  SELECT client_id, resource_type, resource_id, hold_id, now() FROM requests_fitting_legal_holds
  WHERE client_id = client AND key = ANY (keys) ON CONFLICT DO NOTHING
$$;
CREATE FUNCTION cover_signature_processes(client text, keys uuid[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO legal_hold_items (client_id, resource_type, resource_id, hold_id, covered_at)
  SELECT client_id, resource_type, resource_id, hold_id, now() FROM signature_processes_fitting_legal_holds
  WHERE client_id = client AND key = ANY (keys) ON CONFLICT DO NOTHING
$$;
CREATE FUNCTION cover_employees(client text, keys bigint[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO legal_hold_items (client_id, resource_type, resource_id, hold_id, covered_at)
  SELECT client_id, resource_type, resource_id, hold_id, now() FROM employees_fitting_legal_holds
  WHERE client_id = client AND key = ANY (keys) ON CONFLICT DO NOTHING
$$;

CREATE FUNCTION cover_new_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM cover_documents(client_id, array_agg(key)) FROM added GROUP BY client_id HAVING await_legal_holds(client_id);
  RETURN NULL;
END $$;
CREATE FUNCTION cover_changed_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF await_legal_holds(NEW.client_id) THEN
    PERFORM cover_documents(NEW.client_id, ARRAY[NEW.key]);
    PERFORM cover_notes(NEW.client_id, ARRAY(SELECT id FROM notes WHERE client_id = NEW.client_id AND document_key = NEW.key));
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION cover_new_notes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM cover_notes(client_id, array_agg(id)) FROM added GROUP BY client_id HAVING await_legal_holds(client_id);
  RETURN NULL;
END $$;
CREATE FUNCTION cover_new_requests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM cover_requests(client_id, array_agg(id)) FROM added GROUP BY client_id HAVING await_legal_holds(client_id);
  RETURN NULL;
END $$;
CREATE FUNCTION cover_changed_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF await_legal_holds(NEW.client_id) THEN PERFORM cover_requests(NEW.client_id, ARRAY[NEW.id]); END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION cover_new_signature_processes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM cover_signature_processes(client_id, array_agg(id)) FROM added GROUP BY client_id HAVING await_legal_holds(client_id);
  RETURN NULL;
END $$;
CREATE FUNCTION cover_changed_signature_process() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF await_legal_holds(NEW.client_id) THEN PERFORM cover_signature_processes(NEW.client_id, ARRAY[NEW.id]); END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION cover_processes_of_new_signers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM cover_signature_processes(client_id, array_agg(DISTINCT process_id)) FROM added
    WHERE employee_key IS NOT NULL GROUP BY client_id HAVING await_legal_holds(client_id);
  RETURN NULL;
END $$;
CREATE FUNCTION cover_new_employees() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM cover_employees(client_id, array_agg(key)) FROM added GROUP BY client_id HAVING await_legal_holds(client_id);
  RETURN NULL;
END $$;
-- Employees who come into an organization bring everything that is theirs.
CREATE FUNCTION cover_moved_employees() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved record;
BEGIN
  FOR moved IN
    SELECT changed.client_id, array_agg(changed.key) AS keys FROM changed
    JOIN previous ON previous.client_id = changed.client_id AND previous.key = changed.key
    WHERE previous.ancestors <> changed.ancestors GROUP BY changed.client_id
  LOOP
    CONTINUE WHEN NOT await_legal_holds(moved.client_id);
    CONTINUE WHEN NOT EXISTS (SELECT FROM legal_holds WHERE client_id = moved.client_id AND released_at IS NULL AND organization_keys IS NOT NULL);
    PERFORM cover_employees(moved.client_id, moved.keys);
    PERFORM cover_documents(moved.client_id, ARRAY(
      SELECT key FROM documents WHERE client_id = moved.client_id AND employee_key = ANY (moved.keys)));
    PERFORM cover_notes(moved.client_id, ARRAY(
      SELECT note.id FROM notes note LEFT JOIN documents document ON document.client_id = note.client_id AND document.key = note.document_key
      WHERE note.client_id = moved.client_id AND coalesce(note.employee_key, document.employee_key) = ANY (moved.keys)));
    PERFORM cover_requests(moved.client_id, ARRAY(
      SELECT id FROM requests WHERE client_id = moved.client_id AND employee_key = ANY (moved.keys)));
    PERFORM cover_signature_processes(moved.client_id, ARRAY(
      SELECT id FROM signature_processes WHERE client_id = moved.client_id AND employee_key = ANY (moved.keys)
      UNION SELECT process_id FROM signature_signers WHERE client_id = moved.client_id AND employee_key = ANY (moved.keys)));
  END LOOP;
  RETURN NULL;
END $$;
CREATE FUNCTION cover_documents_of_moved_organizations() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved record;
  covered bigint[];
BEGIN
  FOR moved IN
    SELECT changed.client_id, array_agg(changed.key) AS keys FROM changed
    JOIN previous ON previous.client_id = changed.client_id AND previous.key = changed.key
    WHERE previous.ancestors <> changed.ancestors GROUP BY changed.client_id
  LOOP
    CONTINUE WHEN NOT await_legal_holds(moved.client_id);
    CONTINUE WHEN NOT EXISTS (SELECT FROM legal_holds WHERE client_id = moved.client_id AND released_at IS NULL AND organization_keys IS NOT NULL);
    covered := ARRAY(SELECT key FROM documents WHERE client_id = moved.client_id AND organization_keys && moved.keys);
    PERFORM cover_documents(moved.client_id, covered);
    PERFORM cover_notes(moved.client_id, ARRAY(SELECT id FROM notes WHERE client_id = moved.client_id AND document_key = ANY (covered)));
  END LOOP;
  RETURN NULL;
END $$;

-- Citus takes no table with triggers. Without them, only holds of single documents are placed, which operations keep.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN RETURN; END IF;
  CREATE TRIGGER legal_hold_delete BEFORE DELETE ON documents FOR EACH ROW EXECUTE FUNCTION keep_held_document();
  CREATE TRIGGER legal_hold_trash BEFORE UPDATE OF trashed_at ON documents FOR EACH ROW
    WHEN (OLD.trashed_at IS NULL AND NEW.trashed_at IS NOT NULL) EXECUTE FUNCTION keep_held_document();
  CREATE TRIGGER legal_hold_delete BEFORE DELETE ON notes FOR EACH ROW EXECUTE FUNCTION keep_held_note();
  CREATE TRIGGER legal_hold_delete BEFORE DELETE ON requests FOR EACH ROW EXECUTE FUNCTION keep_held_request();
  CREATE TRIGGER legal_hold_delete BEFORE DELETE ON request_comments FOR EACH ROW EXECUTE FUNCTION keep_parts_of_held_request();
  CREATE TRIGGER legal_hold_delete BEFORE DELETE ON request_files FOR EACH ROW EXECUTE FUNCTION keep_parts_of_held_request();
  CREATE TRIGGER legal_hold_delete BEFORE DELETE ON signature_processes FOR EACH ROW EXECUTE FUNCTION keep_held_signature_process();
  CREATE TRIGGER legal_hold_delete BEFORE DELETE ON signature_evidence FOR EACH ROW EXECUTE FUNCTION keep_parts_of_held_signature_process();
  CREATE TRIGGER legal_hold_delete BEFORE DELETE ON employees FOR EACH ROW EXECUTE FUNCTION keep_held_employee();
  CREATE TRIGGER legal_hold_truncate BEFORE TRUNCATE ON documents FOR EACH STATEMENT EXECUTE FUNCTION keep_held_tables('employee_document', 'company_document');
  CREATE TRIGGER legal_hold_truncate BEFORE TRUNCATE ON notes FOR EACH STATEMENT EXECUTE FUNCTION keep_held_tables('note');
  CREATE TRIGGER legal_hold_truncate BEFORE TRUNCATE ON requests FOR EACH STATEMENT EXECUTE FUNCTION keep_held_tables('request');
  CREATE TRIGGER legal_hold_truncate BEFORE TRUNCATE ON request_comments FOR EACH STATEMENT EXECUTE FUNCTION keep_held_tables('request');
  CREATE TRIGGER legal_hold_truncate BEFORE TRUNCATE ON request_files FOR EACH STATEMENT EXECUTE FUNCTION keep_held_tables('request');
  CREATE TRIGGER legal_hold_truncate BEFORE TRUNCATE ON signature_processes FOR EACH STATEMENT EXECUTE FUNCTION keep_held_tables('signature_process');
  CREATE TRIGGER legal_hold_truncate BEFORE TRUNCATE ON signature_evidence FOR EACH STATEMENT EXECUTE FUNCTION keep_held_tables('signature_process');
  CREATE TRIGGER legal_hold_truncate BEFORE TRUNCATE ON employees FOR EACH STATEMENT EXECUTE FUNCTION keep_held_tables('employee');
  CREATE TRIGGER legal_hold_cover AFTER INSERT ON documents REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION cover_new_documents();
  CREATE TRIGGER legal_hold_cover_changed AFTER UPDATE OF document_type_id, employee_key, organization_keys, date ON documents FOR EACH ROW
    WHEN ((OLD.document_type_id, OLD.employee_key, OLD.organization_keys, OLD.date) IS DISTINCT FROM (NEW.document_type_id, NEW.employee_key, NEW.organization_keys, NEW.date))
    EXECUTE FUNCTION cover_changed_document();
  CREATE TRIGGER legal_hold_cover AFTER INSERT ON notes REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION cover_new_notes();
  CREATE TRIGGER legal_hold_cover AFTER INSERT ON requests REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION cover_new_requests();
  CREATE TRIGGER legal_hold_cover_changed AFTER UPDATE OF employee_key ON requests FOR EACH ROW
    WHEN (OLD.employee_key IS DISTINCT FROM NEW.employee_key) EXECUTE FUNCTION cover_changed_request();
  CREATE TRIGGER legal_hold_cover AFTER INSERT ON signature_processes REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION cover_new_signature_processes();
  CREATE TRIGGER legal_hold_cover_changed AFTER UPDATE OF employee_key, document_type_id ON signature_processes FOR EACH ROW
    WHEN ((OLD.employee_key, OLD.document_type_id) IS DISTINCT FROM (NEW.employee_key, NEW.document_type_id)) EXECUTE FUNCTION cover_changed_signature_process();
  CREATE TRIGGER legal_hold_cover AFTER INSERT ON signature_signers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION cover_processes_of_new_signers();
  CREATE TRIGGER legal_hold_cover AFTER INSERT ON employees REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION cover_new_employees();
  CREATE TRIGGER legal_hold_cover_changed AFTER UPDATE ON employees REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION cover_moved_employees();
  CREATE TRIGGER legal_hold_cover_changed AFTER UPDATE ON organizations REFERENCING OLD TABLE AS previous NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION cover_documents_of_moved_organizations();
END $$;

-- The holds of single documents so far. Each has an id that follows from its document, so that it is found again below.
INSERT INTO legal_holds (client_id, id, kind, name, reason, scope, resource_types, document_keys, document_id, document_kind, created_by, created_at, search_text)
SELECT client_id, md5('legal hold ' || id)::uuid, 'document', 'Document ' || id, 'Placed at the document', jsonb_build_object('document_ids', jsonb_build_array(id)),
  ARRAY[kind || '_document'], ARRAY[key], id, kind, '{"type": "system", "id": null, "name": null, "on_behalf_of": null}'::jsonb, updated_at, 'document ' || id
FROM documents WHERE legal_hold;
INSERT INTO legal_hold_items (client_id, resource_type, resource_id, hold_id, covered_at)
SELECT client_id, document_kind || '_document', document_id::text, id, created_at FROM legal_holds;
ALTER TABLE documents DROP COLUMN legal_hold;
