import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { HELD_TYPES } from '#kernel/legal-hold.ts'
import { findStillDue, listDueItems } from '#modules/governance/policies/decision/due-items.ts'
import { decisionOf } from '#modules/governance/policies/decision/load-decision.ts'
import { countCalendar } from '#modules/governance/policies/simulation/calendar.ts'
import { countItems } from '#modules/governance/policies/simulation/queries.ts'
import type { Db } from '#platform/db/db.ts'
import type { TestApp } from '#test/harness/app.ts'
import { acme, unique } from '#test/harness/builders.ts'
import { aCustomField } from '#test/harness/features/directory/builders.ts'

const DUE = { day: '2200-01-01', limit: 10 }
const NOBODY = '0190a0b0-0000-7000-8000-000000000001'

/** Asks what policies decide of each type of resource, with every kind of filter and beside other policies. */
export async function exerciseRetention(service: TestApp, recorded: Db, organization: string): Promise<void> {
  const field = await aCustomField(service, { type: 'list', values: ['a'] })
  await service.v2('PUT', `/document_types/${unique('type')}`, {
    body: { kind: 'employee', retention: { months: 1, from: 'departure' } },
  })
  for (const resource_type of HELD_TYPES) {
    const hasEmployee = resource_type !== 'company_document'
    const filters = {
      organization_codes: [organization],
      ...(hasEmployee ? { custom_fields: { [field]: ['a'] } } : {}),
    }
    const policy = { name: 'A', resource_type, delay: 'P0D', action: 'delete', trigger: { event: 'created' } }
    for (const over of [{ filters }, hasEmployee ? { trigger: { event: 'employee_departure' } } : {}, {}]) {
      const id = unique('rp')
      const answer = await service.v2('PUT', `/retention_policies/${id}`, { body: { ...policy, ...over } })
      assert.equal(answer.statusCode, 201, answer.body)
      const simulated = await service.v2('GET', `/retention_policies/${id}/simulation?until=2200-01-01`)
      assert.equal(simulated.statusCode, 200, simulated.body)
      await listDueItems(recorded, acme.client, id, DUE)
      const decision = await decisionOf(recorded, acme.client, id)
      assert.ok(decision)
      const horizon = { today: DUE.day, until: DUE.day }
      await recorded.transaction().execute((tx) => countItems(tx, acme.client, decision, horizon))
      await countCalendar(recorded, acme.client, horizon)
      const keys = [resource_type === 'note' ? NOBODY : '1']
      await recorded.transaction().execute((tx) => findStillDue(tx, acme.client, id, { keys, day: DUE.day }))
    }
    await sql`
      INSERT INTO retention_postponements (client_id, resource_type, resource_id, until)
      VALUES ('acme', ${resource_type}, ${NOBODY}, '2200-01-01')`.execute(service.db)
  }
}
