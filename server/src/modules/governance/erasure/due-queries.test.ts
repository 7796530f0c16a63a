import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { deletionCalls, holdCalls } from '#test/harness/features/governance.ts'
import { FIRST_PARTIAL, listPartial, placeOf } from './due-queries.ts'

test('erasures that left something behind at the same moment are all found, however few come at once', async () => {
  const service = await startApp()
  const { db, pool } = service
  const ids: string[] = []
  for (let n = 0; n < 3; n += 1) {
    const employee = await anEmployee(service, { organizations: [await anOrganization(service)] })
    const { id } = await filingCalls(service).aDocument('employee', { employee_technical_id: employee })
    await holdCalls(service).placed({ document_ids: [id] })
    ids.push((await deletionCalls(service).erased('employee', employee)).id)
  }
  await pool.query(`UPDATE deletion_requests SET completed_at = '2031-01-02T09:30:15.500Z'`)

  const found: string[] = []
  for (let after = FIRST_PARTIAL; ; ) {
    const [next] = await listPartial(db, { ...after, limit: 1 })
    if (!next) break
    found.push(next.id)
    after = placeOf(next)
  }

  assert.deepEqual(found, ids.toSorted())
})
