-- A webhook is told of what its owner may read: the application, or the manager, who created it. What the service itself
-- owns is told of everything.
ALTER TABLE webhooks
  ADD owner_type text COLLATE "C" NOT NULL DEFAULT 'system',
  ADD owner_id text COLLATE "C",
  ADD CONSTRAINT webhooks_owner_type CHECK (owner_type IN ('application', 'user', 'system')),
  ADD CONSTRAINT webhooks_owner_id CHECK ((owner_type = 'system') = (owner_id IS NULL));

-- The log of events knows who created those that there are. One whose creator is not known goes on as before.
UPDATE webhooks webhook SET owner_type = event.actor_type, owner_id = event.actor_id
FROM events event
WHERE event.client_id = webhook.client_id AND event.resource_id = webhook.id::text AND event.resource_id <> ''
  AND event.type = 'webhook.created' AND event.actor_type IN ('application', 'user') AND event.actor_id IS NOT NULL;

ALTER TABLE webhooks ALTER owner_type DROP DEFAULT;
