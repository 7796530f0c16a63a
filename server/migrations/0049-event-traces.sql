-- Which step of a trace emitted an event, for a few days. Empty unless the service exports traces, so that nothing else grows for it.
CREATE TABLE event_traces (
  client_id text COLLATE "C" NOT NULL,
  event_id uuid NOT NULL,
  traceparent text COLLATE "C" NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, event_id)
);
