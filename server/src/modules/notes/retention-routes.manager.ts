import { callerOf } from '#kernel/access/caller.ts'
import { forManagers, personOf } from '#kernel/access/session-person.ts'
import { explainToManager, Retention } from '#modules/governance/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/db.ts'
import type { Routes } from '#platform/http/routes.ts'
import { notFound } from '#platform/problem.ts'
import { isUuid } from '#platform/uuid.ts'
import { mayReadNote } from './note-access.ts'
import { NoteParams } from './schemas.ts'

export function managerNoteRetentionRoutes({ db, clock }: { db: Db; clock: Clock }): Routes {
  return (portal) =>
    portal.get(
      '/manager/notes/:id/retention',
      {
        config: forManagers('notes:read'),
        schema: {
          operationId: 'getManagedNoteRetention',
          summary: 'Read how long a note is kept, and why',
          params: NoteParams,
          response: { 200: Retention },
        },
      },
      async (request) => {
        const { client } = callerOf(request)
        const person = personOf(request)
        const { id } = request.params
        if (!isUuid(id) || !(await mayReadNote(db, client, person.technical_id, id))) throw notFound('note', id)
        return explainToManager(db, client, person, { type: 'note', id, now: clock.now() })
      },
    )
}
