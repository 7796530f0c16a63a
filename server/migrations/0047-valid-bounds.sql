-- Reads both tables while others go on writing to them. A row from a clock that ran ahead moves the bound behind it.
DO $$
DECLARE
  target text;
  newest uuid;
BEGIN
  FOREACH target IN ARRAY ARRAY['events', 'callback_deliveries'] LOOP
    BEGIN
      EXECUTE format('ALTER TABLE %I VALIDATE CONSTRAINT %I', target, target || '_bound');
    EXCEPTION WHEN check_violation THEN
      EXECUTE format('SELECT id FROM %I ORDER BY id DESC LIMIT 1', target) INTO newest;
      EXECUTE format('ALTER TABLE %1$I DROP CONSTRAINT %2$I, ADD CONSTRAINT %2$I CHECK (id < %3$L)', target,
        target || '_bound', overlay(newest::text PLACING 'ffff-ffffffffffff' FROM 20));
    END;
  END LOOP;
END $$;
