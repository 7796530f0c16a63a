import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forAdministrators } from '#kernel/access/session-person.ts'
import type { Db } from '#platform/db/db.ts'
import type { Routes } from '#platform/http/routes.ts'
import { NamedObject, OneOf } from '#platform/http/validation/schemas.ts'
import { nameEntries } from './name-entries.ts'

const EntryNamesQuery = Type.Object({
  sequences: Type.String({
    pattern: '^[0-9]{1,15}(,[0-9]{1,15}){0,99}$',
    maxLength: 1600,
    description: 'Of up to 100 entries, with commas between them.',
  }),
})

const EntryNames = NamedObject('AuditNames', {
  subjects: Type.Array(
    Type.Object({ type: OneOf(['employee', 'user']), technical_id: Type.String(), name: Type.String() }),
    { description: 'Whom the entries concern, where the administrator may read all of them.' },
  ),
  resources: Type.Array(Type.Object({ type: Type.String(), id: Type.String(), title: Type.String() }), {
    description: 'What they are about, as far as it is still there and may be read.',
  }),
})

/** Below /admin: what the page of the audit trail needs beyond what applications get. */
export function auditPageRoutes({ db }: { db: Db }): Routes {
  return (admin) =>
    admin.get(
      '/audit_entries/names',
      {
        config: forAdministrators('audit_entries:read'),
        schema: {
          operationId: 'nameAuditEntries',
          summary: 'Name the people and things of entries, as far as the administrator may read them',
          querystring: EntryNamesQuery,
          response: { 200: EntryNames },
        },
      },
      (request) => {
        const sequences = request.query.sequences.split(',').map(Number)
        return nameEntries(db, callerOf(request).client, { sequences, permissions: request.permissions })
      },
    )
}
