import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import fc from 'fast-check'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { auditCalls } from '#test/harness/features/audit.ts'
import { canonical, verifyFile } from './verify.mjs'

const service = await startApp()
const { recorded, chain, exported } = auditCalls(service)
const folder = await mkdtemp(join(tmpdir(), 'dossier-verify-'))
after(() => rm(folder, { recursive: true }))

const resource_id = unique('doc')
await recorded([
  { action: 'role.updated', resource: { type: 'role', id: 'hr' }, details: { added: ['notes:read'], removed: [] } },
  ...Array.from({ length: 4 }, (_, n) => ({
    action: 'document.downloaded' as const,
    actor: { type: 'user', id: 'M-1', name: 'Zoë "Ö" O\u2028Hara, =1', address: null } as const,
    subject: { type: 'employee', technical_id: `E-${n}` } as const,
    resource: { type: 'employee_document', id: resource_id },
    details: { ranges: n, whole: n === 0, note: 'a\\b\n"c"' },
  })),
  { action: 'session.refused', outcome: 'refused' },
])
await chain()

let number = 0
async function verdict(content: string | Buffer) {
  number += 1
  const path = join(folder, `${number}`)
  await writeFile(path, content)
  const said: string[] = []
  const code = await verifyFile(path, { say: (line) => said.push(line) })
  return { code, said: said.join('\n') }
}
/** The export of the whole chain and of some entries, in each format. */
const FORMS = {
  'the whole chain': {},
  'a selection': { resource_id },
  'the whole chain as CSV': { format: 'csv' },
  'a selection as CSV': { format: 'csv', action: 'document.*' },
}

describe('verifying an export', () => {
  for (const [name, query] of Object.entries(FORMS)) {
    test(`accepts ${name}`, async () => {
      const { body } = await exported(query)
      const { code, said } = await verdict(body)
      assert.deepEqual([code, said.split(':')[0]], [0, 'OK'], said)
      // What mail programs and editors do to the ends of lines changes nothing.
      if (!('format' in query)) assert.equal((await verdict(body.replaceAll('\n', '\r\n'))).code, 0)
    })

    test(`finds a missing, a moved, a repeated and a cut-off line of ${name}`, async () => {
      const lines = (await exported(query)).body.trimEnd().split('\n')
      const first = 'format' in query ? 1 : 0
      const without = (at: number) => lines.filter((_, n) => n !== at)
      for (const [what, changed] of [
        ['first', without(first)],
        ['second', without(first + 1)],
        ['last entry', without(lines.length - ('format' in query ? 1 : 2))],
        ['checkpoint', lines.slice(0, -1)],
        ['moved', [...lines.slice(0, first), lines[first + 1], lines[first], ...lines.slice(first + 2)]],
        ['repeated', [...lines.slice(0, first + 1), ...lines.slice(first)]],
        ['all', lines.slice(-1)],
        ['nothing', []],
      ] as const) {
        assert.equal((await verdict(`${changed.join('\n')}\n`)).code, 1, what)
      }
    })

    test(`finds every change of a byte of ${name}`, async () => {
      const whole = Buffer.from((await exported(query)).rawPayload)
      await fc.assert(
        fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
          const changed = Buffer.from(whole)
          changed[at] = (whole[at] ?? 0) ^ change
          const { code, said } = await verdict(changed)
          // The end of the last line says nothing.
          const isEnd = at >= whole.length - 2 && /\s/.test(String.fromCharCode(changed[at] ?? 0))
          assert.ok(code === 1 || isEnd, `byte ${at}: ${whole[at]} became ${changed[at]}: ${said}`)
        }),
        { numRuns: 300 },
      )
    })
  }

  test('finds an entry whose hash was made again, and one without its people', async () => {
    const lines = (await exported()).body.trimEnd().split('\n')
    const at = lines.findIndex((line) => line.includes('"M-1"'))
    const entry = JSON.parse(lines[at] ?? '')
    const { hash: _, actor, subject, ...hashed } = { ...entry, action: 'document.viewed' }
    const forged = createHash('sha256')
      .update(canonical({ ...hashed, client: 'acme' }))
      .digest('hex')
    for (const changed of [
      { ...hashed, actor, subject, hash: forged },
      { ...entry, actor: null },
      { ...entry, subject: null },
    ]) {
      assert.equal((await verdict(lines.with(at, JSON.stringify(changed)).join('\n'))).code, 1)
    }
  })

  test('finds a selection that is said to be the whole chain, and the checkpoint of another export', async () => {
    const [whole, some] = await Promise.all([exported(), exported({ resource_id })])
    const closing = JSON.parse(some.body.trimEnd().split('\n').at(-1) ?? '')
    const entries = some.body.trimEnd().split('\n').slice(0, -1)
    closing.export.filters = {}
    assert.equal((await verdict([...entries, JSON.stringify(closing)].join('\n'))).code, 1)
    assert.equal((await verdict([...entries, whole.body.trimEnd().split('\n').at(-1)].join('\n'))).code, 1)
  })

  test('refuses a file that is none, and a certificate that is another', async () => {
    const said: string[] = []
    assert.equal(await verifyFile(join(folder, 'absent'), { say: (line) => said.push(line) }), 1)
    assert.match(said[0] ?? '', /^FAILED: ENOENT/)
    const path = join(folder, 'right')
    await writeFile(path, (await exported()).body)
    await verifyFile(path, { say: (line) => said.push(line) })
    const fingerprint = /SHA-256 ([0-9a-f]{64})$/.exec(said[1] ?? '')?.[1]
    assert.equal(await verifyFile(path, { say: () => {}, fingerprint }), 0)
    assert.equal(await verifyFile(path, { say: () => {}, fingerprint: '0'.repeat(64) }), 1)
  })
})

describe('GET /verify.mjs', () => {
  test('200 is a program that needs nothing else', async () => {
    const { statusCode, headers, body } = await service.app.inject('/verify.mjs')
    const script = join(folder, 'verify.mjs')
    await writeFile(script, body)
    const file = join(folder, 'export.jsonl')
    const run = (...args: string[]) =>
      new Promise<[number, string]>((resolve) => {
        execFile(process.execPath, [script, ...args], { cwd: folder, timeout: 30_000 }, (error, stdout, stderr) =>
          resolve([error ? Number(error.code) : 0, stdout + stderr]),
        )
      })
    await writeFile(file, (await exported()).body)
    const [code, said] = await run(file)
    await writeFile(file, (await exported()).body.replace('role.updated', 'role.created'))

    assert.deepEqual([statusCode, headers['content-type']], [200, 'text/javascript; charset=utf-8'])
    assert.deepEqual(
      [...body.matchAll(/from '([^']+)'/g)].every(([, name]) => name?.startsWith('node:')),
      true,
    )
    assert.equal(code, 0, said)
    assert.match(said, /^OK: \d+ entries of acme, the whole chain, sealed .+\n$/)
    assert.deepEqual((await run(file))[0], 1)
    assert.match((await run(file))[1], /^FAILED: entry \d+: hash is not that of its content\n$/)
    assert.equal((await run())[0], 2)
  })
})
