import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forAdministrators } from '#kernel/access/session-person.ts'
import { HELD_TYPES } from '#kernel/legal-hold.ts'
import { nameResources } from '#modules/governance/holds/name-resources.ts'
import { NamedLegalHoldItem } from '#modules/governance/holds/schemas.admin.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/db.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { NamedObject, OneOf, Text } from '#platform/http/validation/schemas.ts'
import { isUuid } from '#platform/uuid.ts'
import { countCalendar } from './simulation/calendar.ts'
import { horizonOf } from './simulation/horizon.ts'
import { CalendarEntry, SimulationQuery } from './simulation/schemas.ts'

const MAX_NAMED = 50

const NamesInput = NamedObject('RetainedItemNamesInput', {
  resource_type: OneOf(HELD_TYPES),
  ids: Type.Array(Text({ minLength: 1, maxLength: 50 }), { maxItems: MAX_NAMED }),
})
const { covered_at: _, ...named } = NamedLegalHoldItem.properties
const NamedItem = NamedObject('NamedRetainedItem', named)

/** Below /admin: what the pages of retention policies need beyond what applications get. */
export function retentionPageRoutes({ db, clock }: { db: Db; clock: Clock }): Routes {
  return (admin) => {
    mountNames(admin, db)
    mountCalendar(admin, db, clock)
  }
}

function mountNames(admin: Http, db: Db): void {
  admin.post(
    '/retention_policies/item_names',
    {
      config: forAdministrators('retention_policies:read'),
      schema: {
        operationId: 'nameRetainedItems',
        summary: 'Name items of a simulation, as far as the administrator may read them',
        body: NamesInput,
        response: { 200: Type.Array(NamedItem) },
      },
    },
    (request) => {
      const { resource_type, ids } = request.body
      const items = ids.filter(FORMS[resource_type]).map((resource_id) => ({ resource_type, resource_id }))
      return nameResources(db, callerOf(request).client, items, request.permissions)
    },
  )
}

/** Its address is beside that of policies: `calendar` may be the id of one. */
function mountCalendar(admin: Http, db: Db, clock: Clock): void {
  admin.get(
    '/retention_calendar',
    {
      config: forAdministrators('retention_policies:read'),
      schema: {
        operationId: 'getRetentionCalendar',
        summary: 'Count what all enabled retention policies let go until a day',
        querystring: SimulationQuery,
        response: { 200: Type.Array(CalendarEntry) },
      },
    },
    (request) => countCalendar(db, callerOf(request).client, horizonOf(clock, request.query.until)),
  )
}

const isNumber = (id: string) => /^\d{1,18}$/.test(id)
/** An id of another form is that of nothing. */
const FORMS: Record<(typeof HELD_TYPES)[number], (id: string) => boolean> = {
  employee_document: isUuid,
  company_document: isUuid,
  signature_process: isUuid,
  note: isUuid,
  request: isNumber,
  employee: () => true,
}
