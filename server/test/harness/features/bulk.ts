import assert from 'node:assert/strict'
import { runBulkActions } from '#modules/bulk/jobs.ts'
import type { BulkAction, BulkActionInput, BulkActionResult, BulkPreview } from '#modules/bulk/schemas.ts'
import type { TestApp } from '#test/harness/app.ts'
import { runJob } from '#test/harness/features/webhooks/deliveries.ts'
import type { portalCalls } from '#test/harness/http/portal-calls.ts'

type Call = ReturnType<ReturnType<typeof portalCalls>['as']>

/** Calls about bulk actions, and their job. */
export function bulkCalls(service: TestApp) {
  /** Runs the job as often as it takes, as a worker would. */
  async function work(id: string, client_id = 'acme'): Promise<void> {
    const isUnfinished = async () => {
      const { rows } = await service.pool.query('SELECT FROM bulk_actions WHERE id = $1 AND finished_at IS NULL', [id])
      return rows.length > 0
    }
    while (await isUnfinished()) await runJob(service, runBulkActions, { client_id, id })
  }

  async function created(call: Call, body: BulkActionInput): Promise<BulkAction> {
    const answer = await call('POST', '/manager/bulk_actions', { body })
    assert.equal(answer.statusCode, 201, answer.body)
    return answer.json()
  }

  const read = async (call: Call, id: string): Promise<BulkActionResult> =>
    (await call('GET', `/manager/bulk_actions/${id}`)).json()

  /** An action from its beginning to its end. */
  async function finished(call: Call, body: BulkActionInput): Promise<BulkActionResult> {
    const { id } = await created(call, body)
    await work(id)
    return read(call, id)
  }

  async function preview(call: Call, body: BulkActionInput): Promise<BulkPreview> {
    const answer = await call('POST', '/manager/bulk_actions/preview', { body })
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json()
  }

  const failures = async (call: Call, id: string): Promise<string[]> =>
    (await call('GET', `/manager/bulk_actions/${id}/failures.csv`)).body.split('\r\n').filter((line) => line !== '')

  return { work, created, read, finished, preview, failures }
}

/** What came of it, without what is of one run only. */
export function outcomeOf({ state, total, done, skipped, failed, reasons }: BulkActionResult) {
  const told = reasons.map(({ outcome, code, count }) => `${outcome} ${code} ${count}`).toSorted()
  return { state, total, done, skipped, failed, reasons: told }
}
