-- The guard of legal holds is asked of each row: what was never covered is let go after one look in one index, rather than by
-- four functions that call each other. The lock comes first: whoever places a hold has ended before, or waits.
CREATE OR REPLACE FUNCTION keep_held_document() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  client text := OLD.client_id;
  type text := OLD.kind || '_document';
  id text := OLD.id;
  locked text := pg_advisory_xact_lock_shared(hashtextextended('legal holds ' || client, 0));
BEGIN
  PERFORM FROM legal_hold_items item WHERE item.client_id = client AND item.resource_type = type AND item.resource_id = id;
  IF FOUND THEN PERFORM refuse_if_held(client, type, id); END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE OR REPLACE FUNCTION keep_held_note() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  client text := OLD.client_id;
  type text := 'note';
  id text := OLD.id;
  locked text := pg_advisory_xact_lock_shared(hashtextextended('legal holds ' || client, 0));
BEGIN
  PERFORM FROM legal_hold_items item WHERE item.client_id = client AND item.resource_type = type AND item.resource_id = id;
  IF FOUND THEN PERFORM refuse_if_held(client, type, id); END IF;
  RETURN OLD;
END $$;
CREATE OR REPLACE FUNCTION keep_held_request() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  client text := OLD.client_id;
  type text := 'request';
  id text := OLD.id;
  locked text := pg_advisory_xact_lock_shared(hashtextextended('legal holds ' || client, 0));
BEGIN
  PERFORM FROM legal_hold_items item WHERE item.client_id = client AND item.resource_type = type AND item.resource_id = id;
  IF FOUND THEN PERFORM refuse_if_held(client, type, id); END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE OR REPLACE FUNCTION keep_parts_of_held_request() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  client text := OLD.client_id;
  type text := 'request';
  id text := OLD.request_id;
  locked text := pg_advisory_xact_lock_shared(hashtextextended('legal holds ' || client, 0));
BEGIN
  PERFORM FROM legal_hold_items item WHERE item.client_id = client AND item.resource_type = type AND item.resource_id = id;
  IF FOUND THEN PERFORM refuse_if_held(client, type, id); END IF;
  RETURN OLD;
END $$;
CREATE OR REPLACE FUNCTION keep_held_signature_process() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  client text := OLD.client_id;
  type text := 'signature_process';
  id text := OLD.id;
  locked text := pg_advisory_xact_lock_shared(hashtextextended('legal holds ' || client, 0));
BEGIN
  PERFORM FROM legal_hold_items item WHERE item.client_id = client AND item.resource_type = type AND item.resource_id = id;
  IF FOUND THEN PERFORM refuse_if_held(client, type, id); END IF;
  RETURN OLD;
END $$;
CREATE OR REPLACE FUNCTION keep_parts_of_held_signature_process() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  client text := OLD.client_id;
  type text := 'signature_process';
  id text := OLD.process_id;
  locked text := pg_advisory_xact_lock_shared(hashtextextended('legal holds ' || client, 0));
BEGIN
  PERFORM FROM legal_hold_items item WHERE item.client_id = client AND item.resource_type = type AND item.resource_id = id;
  IF FOUND THEN PERFORM refuse_if_held(client, type, id); END IF;
  RETURN OLD;
END $$;
CREATE OR REPLACE FUNCTION keep_held_employee() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  client text := OLD.client_id;
  type text := 'employee';
  id text := OLD.key;
  locked text := pg_advisory_xact_lock_shared(hashtextextended('legal holds ' || client, 0));
BEGIN
  PERFORM FROM legal_hold_items item WHERE item.client_id = client AND item.resource_type = type AND item.resource_id = id;
  IF FOUND THEN PERFORM refuse_if_held(client, type, id); END IF;
  RETURN OLD;
END $$;
