import { type Static, Type } from 'typebox'
import { NamedObject, Nullable, OneOf, Timestamp } from '#platform/http/validation/schemas.ts'

const Held = NamedObject('HeldCount', { count: Type.Integer(), size: Type.Integer({ description: 'In bytes.' }) })

export const SystemState = NamedObject('SystemState', {
  version: Type.String(),
  node_version: Type.String(),
  postgresql_version: Type.String(),
  started_at: Timestamp({ description: 'Of the process that answers.' }),
  uptime_seconds: Type.Integer(),
  database_size: Type.Integer({ description: 'In bytes, of all clients.' }),
  holdings: Type.Object(
    {
      employees_count: Type.Integer(),
      managers_count: Type.Integer(),
      documents: Held,
      vault: Held,
      files_size: Type.Integer({ description: 'In bytes; equal files count once.' }),
    },
    { description: 'Of the own client, as of a minute ago at most. `vault` is what only vaults still hold.' },
  ),
  jobs: Type.Array(
    Type.Object({
      name: Type.String(),
      waiting: Type.Integer(),
      active: Type.Integer(),
      failed: Type.Integer({ description: 'Given up within the last 24 hours.' }),
      oldest_waiting_seconds: Nullable('integer', { description: 'Since when the oldest could have begun.' }),
    }),
    { description: 'Of all clients.' },
  ),
  callbacks: Type.Object(
    {
      events: Type.Integer({ description: 'Not handed out to webhooks yet.' }),
      due: Type.Integer(),
      scheduled: Type.Integer(),
      held: Type.Integer({ description: 'Of webhooks that are off or paused.' }),
      oldest_seconds: Type.Integer(),
    },
    { description: 'Of all clients.' },
  ),
  mail: Type.Object({
    transport: OneOf(['smtp', 'folder']),
    failed: Type.Integer({ description: 'In the last 24 hours.' }),
  }),
  storage: Type.Object({ kind: OneOf(['disk', 's3']) }),
  virus_scan: Type.Object({
    state: OneOf(['off', 'working', 'failing']),
    detail: Nullable('string', { description: 'The version of the scanner, or why it does not answer.' }),
  }),
})
export type SystemState = Static<typeof SystemState>
