import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startApp, type TestApp } from '#test/harness/app.ts'
import { eventually } from '#test/harness/eventually.ts'
import type { Service } from '#test/harness/processes/service.ts'
import { inLength } from './length.ts'
import { startWholeService } from './processes.ts'
import { assertBlobsWhole, MB, sendSlowly } from './sending.ts'

const KILLS = inLength(1, 25)
const CALLERS = 6

test(`a service that is killed while files come in (${KILLS} times): no upload without its bytes, no bytes that are not whole`, async () => {
  const service = await startApp()
  const acknowledged: string[] = []

  for (let kill = 0; kill < KILLS; kill += 1) {
    const process = await startWholeService(service)
    const before = acknowledged.length
    const callers = Array.from({ length: CALLERS }, () => sendUntilRefused(process, service, acknowledged))
    await eventually(() => acknowledged.length >= before + 5, { withinSeconds: 30 })
    await delay(Math.random() * 300)
    await process.end('SIGKILL')
    await Promise.all(callers)
    await assertWhole(service, acknowledged)
  }

  await resendLast(service)
})

/** Sends new files, slowly enough that some are always on their way. */
async function sendUntilRefused({ url }: Service, service: TestApp, acknowledged: string[]): Promise<void> {
  const headers = {
    ...(await service.as('payroll')),
    'content-type': 'text/csv',
    'content-disposition': 'attachment; filename="values.csv"',
  }
  for (;;) {
    const bytes = randomBytes(Math.round(MB / 4 + Math.random() * MB))
    const upload = await sendSlowly<{ id: string; sha256: string }>(`${url}/api/v2/client/uploads`, headers, bytes)
    if (!upload) return
    assert.equal(upload.sha256, createHash('sha256').update(bytes).digest('hex'))
    acknowledged.push(upload.id)
  }
}

/** Whatever can be named or read is what was sent. What was being written lies where nobody looks for it. */
async function assertWhole({ pool, blobs }: TestApp, acknowledged: string[]): Promise<void> {
  const { rows } = await pool.query<{ id: string; sha256: string; size: string }>(
    'SELECT id, sha256, size FROM uploads',
  )
  const known = new Set(rows.map(({ id }) => id))
  assert.deepEqual(
    acknowledged.filter((id) => !known.has(id)),
    [],
  )
  for (const { sha256, size } of rows) assert.equal(await blobs.size(sha256), Number(size))
  await assertBlobsWhole(blobs)
}

/** Bytes of which only a part came are taken as if for the first time. */
async function resendLast(service: TestApp): Promise<void> {
  const bytes = randomBytes(MB)
  const sent = await service.app.inject({
    method: 'POST',
    url: '/api/v2/client/uploads',
    headers: { ...(await service.as('payroll')), 'content-disposition': 'attachment; filename="a.csv"' },
    payload: bytes,
  })
  assert.equal(sent.statusCode, 201)
  assert.equal(sent.json().sha256, createHash('sha256').update(bytes).digest('hex'))
}
