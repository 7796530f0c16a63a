import { callerOf } from '#kernel/access/caller.ts'
import { readerOf } from '#kernel/access/reader-language.ts'
import { forEmployees, forManagers, personOf } from '#kernel/access/session-person.ts'
import type { Db } from '#platform/db/db.ts'
import type { Routes } from '#platform/http/routes.ts'
import { notFound } from '#platform/problem.ts'
import { findEmployeeProfile, listManagerProfiles } from './profile-queries.ts'
import { EmployeeProfile, ManagerProfile } from './profile-schemas.ts'

/** What a company knows of the person who is logged in. */
export function profileRoutes({ db }: { db: Db }): Routes {
  return (portal) => {
    portal.get(
      '/me/profile',
      {
        config: forEmployees,
        schema: {
          operationId: 'getMyProfile',
          summary: 'Who I am, and where I am registered',
          response: { 200: EmployeeProfile },
        },
      },
      async (request) => {
        const profile = await findEmployeeProfile(db, callerOf(request).client, readerOf(request))
        if (!profile) throw notFound('employee', personOf(request).technical_id)
        return profile
      },
    )

    portal.get(
      '/manager/profile',
      {
        config: forManagers(),
        schema: {
          operationId: 'getManagerProfile',
          summary: 'Who I am, my roles, and where I have them',
          response: { 200: ManagerProfile },
        },
      },
      async (request) => {
        const { technical_id, first_name, last_name, email, language } = personOf(request)
        const profiles = await listManagerProfiles(db, callerOf(request).client, readerOf(request))
        return { technical_id, first_name, last_name, email, language, profiles }
      },
    )
  }
}
