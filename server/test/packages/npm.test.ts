import assert from 'node:assert/strict'
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { after, describe, test } from 'node:test'
import sharp from 'sharp'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { eventually } from '#test/harness/eventually.ts'
import { demoCredentials, freePort, untilReady } from '#test/harness/processes/service.ts'
import { START_SETTINGS } from '../../../scripts/start-settings.ts'
import { installInEmptyFolder, megabytesIn, packService } from './npm-package.ts'

const ROOT = join(import.meta.dirname, '../../..')
const tarball = await packService()

/** `npx dossier start`, in the folder where the package is installed. */
async function startByNpx(folder: string, env: NodeJS.ProcessEnv = {}) {
  const port = await freePort()
  const { PATH = '', HOME } = process.env
  // Not the Node of the checkout.
  const path = PATH.split(delimiter).filter((one) => !one.startsWith(ROOT))
  const npx = spawn('npx', ['dossier', 'start'], {
    cwd: folder,
    env: { PATH: path.join(delimiter), HOME, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // With a group of its own, which can be ended as a whole if the test fails.
    detached: true,
  })
  const output = { stdout: '', stderr: '' }
  npx.stdout.on('data', (chunk) => (output.stdout += chunk))
  npx.stderr.on('data', (chunk) => (output.stderr += chunk))
  after(() => npx.pid !== undefined && isRunning(npx) && process.kill(-npx.pid, 'SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  await untilReady(npx, isReady, () => output.stderr)
  return { url, npx, output }
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

/** As a terminal does on Ctrl-C, which reaches all that npx has started. */
async function interrupt(npx: ChildProcess): Promise<void> {
  const ended = once(npx, 'close')
  process.kill(-(npx.pid ?? Number.NaN), 'SIGINT')
  await ended
}

async function assertServesApiAndPortal(url: string, output: { stdout: string }): Promise<void> {
  await eventually(() => demoCredentials(output).applicationSecret !== '')
  const { clientId, applicationId, applicationSecret } = demoCredentials(output)
  const answer = await fetch(`${url}/api/v2/client/tokens`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${applicationId}:${applicationSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'client', client_id: clientId }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const datasets = await fetch(`${url}/api/v2/client/datasets`, { headers: { authorization: `Bearer ${token}` } })
  assert.equal(datasets.status, 200)
  assert.match(await datasets.text(), /offices/)

  const page = await (await fetch(url)).text()
  const assets = Array.from(page.matchAll(/(?:src|href)="(\/[^"]+)"/g), ([, path]) => path)
  assert.ok(assets.some((path) => path?.endsWith('.js')))
  for (const path of [...assets, '/docs']) assert.equal((await fetch(url + path)).status, 200, path)
}

/** Lets the installed image worker shrink a picture. */
async function shrinkPicture(folder: string): Promise<string | undefined> {
  const [worker] = globSync('node_modules/dossier/server/dist/image-worker-process-*.mjs', { cwd: folder })
  assert.ok(worker)
  const options = { width: 600, height: 400, channels: 3, background: '#357' } as const
  const bytes = await sharp({ create: options }).jpeg().toBuffer()
  const child = fork(join(folder, worker), { serialization: 'advanced' })
  child.send({ bytes: new Uint8Array(bytes), edge: 60 })
  const [{ image }] = (await once(child, 'message')) as [{ image: Uint8Array }]
  child.kill()
  const { format, width, height } = await sharp(image).metadata()
  return `${format} ${width}x${height}`
}

describe('the packed service', () => {
  test('holds the bundle, the pages and the migrations, and no sources or tests', () => {
    const kinds = new Set(tarball.files.map((path) => path.replace(/[^/]+(\.\w+)$/, '*$1')))

    assert.deepEqual([...kinds].filter((kind) => !kind.startsWith('portal/dist/')).sort(), [
      '*.json',
      '*.md',
      'LICENSE',
      'THIRD_PARTY_LICENSES',
      'server/*.json',
      'server/bin/*.mjs',
      'server/dist/*.map',
      'server/dist/*.mjs',
      'server/migrations/*.sql',
    ])
    assert.deepEqual(
      tarball.files.filter((path) => /test|\.ts$|\.tsx$|\.stamp|licenses\.json/.test(path)),
      [],
    )
  })

  test('holds one build of the server, and no chunk of an earlier one', async () => {
    const { files } = JSON.parse(await readFile(join(ROOT, 'server/dist/.stamp'), 'utf8')) as { files: string[] }
    const packed = tarball.files.filter((path) => path.startsWith('server/dist/'))

    assert.deepEqual(packed.sort(), files.map((file) => `server/dist/${file}`).sort())
  })

  test('names the licence of every package in it', async () => {
    const notices = await readFile(join(ROOT, 'THIRD_PARTY_LICENSES'), 'utf8')

    for (const name of ['fastify', 'kysely', 'pg', 'pkijs', '@aws-sdk/client-s3', 'react', '@mantine/core']) {
      assert.match(notices, new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\((?:MIT|Apache-2\\.0|BSD-3-Clause)\\)$`, 'm'))
    }
  })

  test('runs by npx in an empty folder with a database of its own, in at most 400 MB', async () => {
    const folder = await installInEmptyFolder(tarball)
    const { url, npx, output } = await startByNpx(folder)

    await assertServesApiAndPortal(url, output)

    assert.equal(await shrinkPicture(folder), 'webp 60x40')
    const service = await findService(folder)
    assert.deepEqual(service, START_SETTINGS)
    const size = await megabytesIn(join(folder, 'node_modules'))
    assert.ok(size <= 400, `${size} MB`)
    await interrupt(npx)
    await eventually(async () => (await findService(folder)) === undefined)
  })

  test('runs without its optional parts on Node 24 and a given database, in at most 150 MB', async () => {
    const folder = await installInEmptyFolder(tarball, '--omit=optional')
    await symlink(process.execPath, join(folder, 'node'))
    const { connection, drop } = await createDatabase({ isEmpty: true })
    after(drop)
    const { host, user, port, database } = connection
    const { url, npx, output } = await startByNpx(folder, {
      PATH: `${folder}${delimiter}${process.env.PATH}`,
      DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    })

    await assertServesApiAndPortal(url, output)

    assert.equal(await shrinkPicture(folder), 'webp 60x40')
    const size = await megabytesIn(join(folder, 'node_modules'))
    assert.ok(size <= 150, `${size} MB`)
    await interrupt(npx)
  })
})

/** How the service that runs from a folder was started. */
async function findService(folder: string): Promise<typeof START_SETTINGS | undefined> {
  for (const process of globSync('/proc/[0-9]*')) {
    const read = (name: string) => readFile(join(process, name), 'utf8').catch(() => '')
    const [, ...args] = (await read('cmdline')).split('\0')
    const main = args.indexOf(join(folder, 'node_modules/dossier/server/dist/main.mjs'))
    if (main === -1) continue
    const [variable = ''] = Object.keys(START_SETTINGS.env)
    const value = new RegExp(`${variable}=(.*?)\\0`).exec(await read('environ'))?.[1] ?? ''
    return { flags: args.slice(0, main), env: { [variable]: value } }
  }
  return undefined
}
