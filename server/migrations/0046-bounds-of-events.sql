-- Events and deliveries will be partitioned by time, which their ids begin with. What is there becomes the first partition:
-- its bound is said here, and holds for new rows at once. The next migration checks the old ones.
DO $$
DECLARE
  bounds CONSTANT jsonb := jsonb_build_object(
    'events', date_trunc('quarter', now() AT TIME ZONE 'UTC') + interval '6 months',
    'callback_deliveries', date_trunc('week', now() AT TIME ZONE 'UTC') + interval '2 weeks');
  target record;
  time_hex text;
BEGIN
  FOR target IN SELECT key AS name, value::timestamp AT TIME ZONE 'UTC' AS bound FROM jsonb_each_text(bounds) LOOP
    time_hex := lpad(to_hex((extract(epoch FROM target.bound) * 1000)::bigint), 12, '0');
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (id < %L) NOT VALID', target.name, target.name || '_bound',
      left(time_hex, 8) || '-' || substr(time_hex, 9) || '-7000-8000-000000000000');
  END LOOP;
END $$;
