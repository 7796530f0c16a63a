import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forEmployees, personOf } from '#kernel/access/session-person.ts'
import type { KeptSource } from '#kernel/kept-data.ts'
import type { Db } from '#platform/db/db.ts'
import type { Routes } from '#platform/http/routes.ts'
import { listKept } from './list-kept.ts'
import { KeptOfKind } from './schemas.ts'

export type PrivacyDeps = { db: Db; keptSources: readonly KeptSource[] }

/** What employees are told about their own data. */
export function privacyRoutes({ db, keptSources }: PrivacyDeps): Routes {
  return (portal) => {
    portal.get(
      '/me/personal_data',
      {
        config: forEmployees,
        schema: {
          operationId: 'listMyPersonalData',
          summary: 'What is kept about me, by kind, and until when',
          description: 'Counts what I see in the portal.',
          response: { 200: Type.Array(KeptOfKind) },
        },
      },
      async (request) => listKept(db, callerOf(request).client, personOf(request), keptSources),
    )
  }
}
