import { ABOUT_MANAGERS, declareColumns } from '#kernel/personal-data/columns.ts'

export const webhookColumns = declareColumns({
  area: 'Events and callbacks',
  holdings: {
    callbacks: {
      name: 'Callbacks',
      what: 'the event as it was or will be sent, and the beginning of what the other system answered',
      whose: ['employees', 'managers', 'outsiders'],
      why: 'To send every event until it arrives, and to show what was sent',
      until: '30 days, failed ones 90, and up to a week more; removed every night',
      seenBy:
        'The system that the webhook belongs to; administrators and applications with `webhooks:read`, if they may read the event',
      erasure: {
        by: 'events',
        how: 'replaced',
        but: 'What the other system answered is emptied. What it has received is out of reach: `deletion_request.completed` tells it.',
      },
      handedOut: { not: 'It repeats the events, which the package has.' },
    },
    owners: {
      name: 'Owners of webhooks',
      what: 'who owns a webhook, and the address to write to when it is disabled',
      whose: ['managers'],
      why: 'To send only what the owner may read, and to tell someone when it fails',
      until: 'As long as the webhook',
      seenBy: 'Administrators and applications with `webhooks:read`',
      ...ABOUT_MANAGERS,
    },
  },
  tables: {
    callback_deliveries: {
      holds: { callbacks: ['body', 'attempts'] },
      none: ['client_id', 'endpoint_id', 'id', 'event_type', 'created_at', 'succeeded_at', 'failed_at'],
    },
    webhooks: {
      holds: { owners: ['owner_email', 'owner_type', 'owner_id'] },
      none: ['client_id', 'id', 'events', 'is_active', 'disabled_at', 'disabled_reason', 'created_at', 'updated_at'],
      harmless: { name: 'of a connection between systems' },
    },
    callback_endpoints: {
      none: [
        'client_id',
        'id',
        'url',
        'url_hash',
        'sealed_key',
        'sealed_previous_key',
        'previous_key_until',
        'is_webhook',
        'is_held',
        'failures_in_row',
        'failing_since',
        'pauses',
        'paused_until',
        'created_at',
      ],
    },
    callback_queue: {
      none: ['client_id', 'endpoint_id', 'delivery_id', 'tries', 'is_retry', 'due_at', 'lease'],
    },
    webhook_recoveries: {
      none: ['client_id', 'id', 'webhook_id', 'since', 'reached', 'recovered', 'created_at', 'finished_at'],
    },
  },
})
