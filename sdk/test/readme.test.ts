import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, test } from 'node:test'
import { credentialsOf } from '../../server/test/harness/app.ts'
import { eventually } from '../../server/test/harness/eventually.ts'
import { freePort } from '../../server/test/harness/processes/service.ts'
import { startServing } from '../../server/test/harness/serving.ts'
import { createDossier } from '../src/index.ts'

const { url } = await startServing()
const { clientId, applicationId, applicationSecret } = credentialsOf('payroll')
const folder = await mkdtemp(join(tmpdir(), 'dossier-readme-'))
after(() => rm(folder, { recursive: true, force: true }))
const port = await freePort()
const signatureKey = 'a'.repeat(32)

const sdk = createDossier({ baseUrl: url, ...credentialsOf('payroll') })
await sdk.users.put('M-1', { first_name: 'Max', last_name: 'Boss', email: 'max@acme.test' })

const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8')
const [application = '', apiKey = '', retries = '', callbacks = ''] = Array.from(
  readme.matchAll(/^```ts\n(.*?)^```$/gms),
  ([, code]) => code ?? '',
)

/** Runs an example as it stands, but for where the service is and who calls it. */
async function start(example: string): Promise<ChildProcess> {
  const file = join(folder, `${example.length}.ts`)
  const code = example
    .replaceAll("'@dossier/sdk'", `'${join(import.meta.dirname, '../src/index.ts')}'`)
    .replaceAll("'http://localhost:8080'", `'${url}'`)
    .replaceAll("'demo'", `'${clientId}'`)
    .replaceAll("'demo-app'", `'${applicationId}'`)
    .replaceAll('3000', String(port))
  await writeFile(file, code)
  const secrets = { DOSSIER_SECRET: applicationSecret, DOSSIER_KEY: 'acme-api-key', SIGNATURE_KEY: signatureKey }
  return spawn(process.execPath, [file], { cwd: folder, env: { ...process.env, ...secrets } })
}

async function outputOf(example: string): Promise<string> {
  const program = await start(example)
  assert.ok(program.stdout && program.stderr)
  const [output, errors, [code]] = await Promise.all([
    text(program.stdout),
    text(program.stderr),
    once(program, 'exit'),
  ])
  assert.equal(code, 0, errors)
  return output
}

describe('The examples of sdk/README.md', () => {
  test('group A: people, an import, an error', async () => {
    const output = await outputOf(application)

    assert.match(output, /^Byron$/m)
    assert.match(output, /^success$/m)
    assert.match(output, /^404 not_found Employee unknown not found\. [\da-f-]{36}$/m)
    assert.equal((await sdk.employees.get('E-1001')).city, 'Lyon')
    assert.equal((await sdk.datasets.values('offices').get('nice')).name, 'Nice')
  })

  test('groups B and C: a request', async () => {
    assert.match(await outputOf(apiKey), /^A certificate$/m)
  })

  test('retries: an idempotency key', async () => {
    assert.match(await outputOf(retries), /^true$/m)
  })

  test('callbacks: a receiver', async () => {
    const receiver = await start(callbacks)
    after(() => receiver.kill())
    const id = 'msg-1'
    const timestamp = String(Math.floor(Date.now() / 1000))
    const body = JSON.stringify({ id, type: 'employee.created', data: { last_name: 'Byron' } })
    const signature = createHmac('sha256', Buffer.from(signatureKey, 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
    const send = async (sent: string) =>
      (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: sent })).status
    const isListening = () =>
      fetch(`http://127.0.0.1:${port}`).then(
        () => true,
        () => false,
      )
    await eventually(isListening)

    assert.deepEqual([await send(body), await send('{}')], [204, 401])
  })
})
