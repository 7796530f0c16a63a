import { type DeclaredColumns, declareColumns } from './columns.ts'

const events = declareColumns({
  area: 'Events and callbacks',
  holdings: {
    events: {
      name: 'Events',
      what: 'what was created, changed or deleted, with the record as it was then, by whom and when',
      whose: ['employees', 'managers', 'outsiders'],
      why: 'To keep other systems in step, and to show the history of a folder, a request or a setting',
      until:
        'For ever, or as long as the operator has set (`EVENT_RETENTION_DAYS`); removed by whole quarters of a year',
      seenBy:
        'Applications with `events:read` and administrators, of resources that they may read; in the history of a folder managers who may read it',
      erasure: {
        by: 'events',
        how: 'replaced',
        but: 'Ids, types, times and order stay, so that systems that follow the log keep their place.',
      },
      handedOut: 'events',
    },
  },
  tables: {
    events: {
      holds: { events: ['resource_id', 'actor_type', 'actor_id', 'actor_name', 'data'] },
      none: ['client_id', 'id', 'type', 'created_at'],
    },
    event_outbox: { none: ['client_id', 'event_id', 'type', 'written_at'] },
    event_subscriptions: { none: ['client_id', 'subscriber_id', 'since', 'until', 'patterns'] },
    event_traces: { none: ['client_id', 'event_id', 'traceparent', 'written_at'] },
  },
})

const audit = declareColumns({
  area: 'Audit trail',
  holdings: {
    entries: {
      name: 'Entries on their way',
      what: 'who read, downloaded, changed or deleted what, from which IP address, and whose record it was',
      whose: ['employees', 'managers', 'outsiders'],
      why: 'To prove who had access to personal data, and that nobody has tampered with that proof',
      until: 'A few seconds: on the way into the trail',
      seenBy: 'The service alone, until they are in the trail',
      erasure: { by: 'audit', how: 'emptied' },
      handedOut: 'audit',
    },
  },
  tables: {
    audit_pending: {
      holds: {
        entries: [
          'actor_type',
          'actor_id',
          'actor_name',
          'actor_address',
          'subject_type',
          'subject_technical_id',
          'resource_id',
        ],
      },
      none: ['client_id', 'key', 'at', 'action', 'outcome', 'resource_type', 'details'],
    },
  },
})

const service = declareColumns({
  area: 'Running the service',
  holdings: {
    answers: {
      name: 'Answers kept for repeated calls',
      what: 'the answer to a call with an `Idempotency-Key`, encrypted',
      whose: ['employees', 'managers', 'outsiders'],
      why: 'To answer the same when a call is sent again, instead of doing it twice',
      until: 'A day; removed every hour',
      seenBy: 'The caller who sends the call again',
      erasure: { by: 'events', how: 'deleted' },
      handedOut: { not: 'It repeats what the caller was told, and is gone after a day.' },
    },
    revocations: {
      name: 'Deleted log-ins',
      what: 'their ids',
      whose: ['employees', 'managers'],
      why: 'To keep the set-up file from bringing back what was taken away',
      until: 'Until the log-in is given again, or the erasure of the employee',
      seenBy: 'The service alone',
      erasure: { by: 'accounts', how: 'deleted' },
      handedOut: { not: 'It is an id that the package has.' },
    },
    jobs: {
      name: 'Jobs',
      what: 'ids of what is to be done, and for mails about log-ins the address; links are encrypted',
      whose: ['employees', 'managers', 'outsiders'],
      why: 'To do later what a call began, such as sending a mail',
      until: 'A day after it was done or given up',
      seenBy: 'The service alone; administrators with `system:read` see how much waits',
      erasure: { by: 'events', how: 'deleted' },
      handedOut: { not: 'It holds nothing beyond what the package has.' },
      elsewhere: 'the job queue, in a schema of its own of the database',
    },
    log: {
      name: 'Log lines',
      what: 'ids of calls and records; no name, address, text or file name',
      whose: ['employees', 'managers', 'outsiders'],
      why: 'To find out what went wrong',
      until: 'As the operator decides',
      seenBy: 'The operator',
      erasure: {
        stays: 'The service writes log lines and does not keep them; ids in them lead nowhere after the erasure.',
      },
      handedOut: { not: 'The service does not keep them.' },
      elsewhere: 'standard error',
    },
    backups: {
      name: 'Backups',
      what: 'everything on this page as it was then, encrypted',
      whose: ['employees', 'managers', 'outsiders'],
      why: 'To restore the service after a loss',
      until: 'As the operator decides',
      seenBy: 'The operator, with the key of the backup',
      erasure: { stays: 'A backup is not changed. After a restore, what was erased since has to be erased again.' },
      handedOut: { not: 'It repeats what the package has.' },
      elsewhere: 'where the operator keeps backups',
    },
  },
  tables: {
    idempotency_keys: { holds: { answers: ['id', 'digest', 'encrypted_answer'] }, none: ['client_id', 'expires_at'] },
    revocations: { holds: { revocations: ['id'] }, none: ['client_id', 'kind', 'revoked_at'] },
    installation: {
      none: [
        'only_row',
        'secret_key_check',
        'created_at',
        'hash_keys',
        'next_key_check',
        'next_hash_keys',
        'old_key_used_at',
        'retired_key_checks',
        'replica_mark',
        'replica_timeline',
      ],
    },
    migrations: { none: ['checksum', 'applied_at'], harmless: { name: 'of a migration' } },
  },
})

/** Of the tables that belong to no module, and of what is in no table. */
export const SHARED_COLUMNS: readonly DeclaredColumns[] = [events, audit, service]
