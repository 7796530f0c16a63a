import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { createDossier } from '../../sdk/src/index.ts'
import { credentialsOf } from '../../server/test/harness/app.ts'
import { eventually } from '../../server/test/harness/eventually.ts'
import { runProgram } from '../../server/test/harness/processes/programs.ts'
import { freePort } from '../../server/test/harness/processes/service.ts'
import { startServing } from '../../server/test/harness/serving.ts'

const ROOT = join(import.meta.dirname, '..')
/** That of Debian, if there is one. */
const PYTHON = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'
const run = promisify(execFile)

const { url } = await startServing()
const credentials = credentialsOf('payroll')
const folder = await mkdtemp(join(tmpdir(), 'dossier-python-'))
after(() => rm(folder, { recursive: true, force: true }))
const port = await freePort()
const signatureKey = 'a'.repeat(32)
const env = {
  ...process.env,
  PYTHONPATH: join(ROOT, 'src'),
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONUNBUFFERED: '1',
  BASE_URL: url,
  CREDENTIALS: JSON.stringify(credentials),
  API_KEY: 'acme-api-key',
  DOSSIER_SECRET: credentials.applicationSecret,
  DOSSIER_KEY: 'acme-api-key',
  SIGNATURE_KEY: signatureKey,
}

const sdk = createDossier({ baseUrl: url, ...credentials })
await sdk.users.put('M-1', { first_name: 'Max', last_name: 'Boss', email: 'max@acme.test' })

const readme = await readFile(join(ROOT, 'README.md'), 'utf8')
const [application = '', apiKey = '', retries = '', callbacks = ''] = Array.from(
  readme.matchAll(/^```python\n(.*?)^```$/gms),
  ([, code]) => code ?? '',
)

/** Writes an example as it stands, but for where the service is and who calls it. */
async function scriptOf(name: string, example: string): Promise<string> {
  const code = example
    .replaceAll('"http://localhost:8080"', `"${url}"`)
    .replaceAll('"demo"', `"${credentials.clientId}"`)
    .replaceAll('"demo-app"', `"${credentials.applicationId}"`)
    .replaceAll('3000', String(port))
  const file = join(folder, `${name}.py`)
  await writeFile(file, code)
  return file
}

async function outputOf(name: string, example: string): Promise<string> {
  const { stdout } = await run(PYTHON, [await scriptOf(name, example)], { cwd: folder, env })
  return stdout
}

function start(script: string): ChildProcess {
  const program = spawn(PYTHON, [script], { cwd: folder, env, stdio: 'ignore' })
  after(() => program.kill())
  return program
}

describe('The Python client', () => {
  test('has the version of the project', async () => {
    const { version } = JSON.parse(await readFile(join(ROOT, '../package.json'), 'utf8'))

    assert.match(await readFile(join(ROOT, 'pyproject.toml'), 'utf8'), new RegExp(`^version = "${version}"$`, 'm'))
  })

  for (const name of globSync('test_*.py', { cwd: import.meta.dirname }).map((file) => basename(file, '.py'))) {
    test(`passes ${name}.py`, async () => {
      const tests = run(PYTHON, ['-W', 'error::ResourceWarning', '-m', 'unittest', name], {
        cwd: join(ROOT, 'test'),
        env,
      })

      await tests.catch(({ stderr }) => assert.fail(stderr))
    })
  }

  test('is typed, and so are its tests and examples', async () => {
    const examples = { application, apiKey, retries, callbacks }
    const scripts = await Promise.all(Object.entries(examples).map(([name, code]) => scriptOf(`typed_${name}`, code)))
    const options = ['--config-file', join(ROOT, 'pyproject.toml'), '--cache-dir', join(folder, 'mypy')]
    const check = runProgram('mypy', [...options, join(ROOT, 'src'), join(ROOT, 'test'), ...scripts])

    await check.catch(({ stdout, message }) => assert.fail(stdout ?? message))
  })
})

describe('The examples of sdk-python/README.md', () => {
  test('group A: people, an import, an error', async () => {
    const output = await outputOf('application', application)

    assert.match(output, /^Byron$/m)
    assert.match(output, /^nice,Nice$/m)
    assert.match(output, /^404 not_found Employee unknown not found\. [\da-f-]{36}$/m)
    assert.equal((await sdk.employees.get('E-1001')).city, 'Lyon')
  })

  test('groups B and C: a request', async () => {
    assert.match(await outputOf('api_key', apiKey), /^A certificate$/m)
  })

  test('retries: an idempotency key', async () => {
    const ids = (await outputOf('retries', retries)).trim().split('\n')

    assert.deepEqual([ids.length, new Set(ids).size], [2, 1])
  })

  test('callbacks: a receiver', async () => {
    start(await scriptOf('callbacks', callbacks))
    const address = `http://127.0.0.1:${port}`
    const id = 'msg-1'
    const timestamp = String(Math.floor(Date.now() / 1000))
    const body = JSON.stringify({ id, type: 'employee.created' })
    const signature = createHmac('sha256', Buffer.from(signatureKey, 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
    const send = async (sent: string) => (await fetch(address, { method: 'POST', headers, body: sent })).status
    const isListening = () =>
      fetch(address).then(
        () => true,
        () => false,
      )
    await eventually(isListening)

    assert.deepEqual([await send(body), await send('{}')], [204, 401])
  })
})
