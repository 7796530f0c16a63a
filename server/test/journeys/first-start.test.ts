import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { eventually } from '#test/harness/eventually.ts'
import { dossier } from '#test/harness/processes/command.ts'
import { aFolder, launchService, startService } from '#test/harness/processes/service.ts'

const bash = (script: string) => spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout

/** The lines of the start message that are meant to be pasted. */
const pasteable = (stdout: string) => stdout.split('\n').filter((line) => /^(TOKEN=|curl )/.test(line))

const FIRST_LISTS = { manager: '/manager/requests', employee: '/me/documents' } as const

/** As what these credentials log in to the portal, and whether there is something to look at. */
async function logIn(url: string, credentials: object): Promise<[scope: string, findsSomething: boolean]> {
  const headers = { 'content-type': 'application/json', 'x-requested-with': 'dossier' }
  const answer = await fetch(`${url}/portal/api/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify(credentials),
  })
  const { scope } = ((await answer.json()) as { person: { scope: keyof typeof FIRST_LISTS } }).person
  const [cookie = ''] = answer.headers.getSetCookie()
  const list = await fetch(`${url}/portal/api${FIRST_LISTS[scope]}`, { headers: { cookie } })
  return [scope, ((await list.json()) as unknown[]).length > 0]
}

/** Whom the log-in page offers, and what a click on one of them answers. */
async function enterDemo(url: string): Promise<[offered: string[], status: number]> {
  const options = await fetch(`${url}/portal/api/sign_in_options`)
  const headers = { 'content-type': 'application/json', 'x-requested-with': 'dossier' }
  const body = JSON.stringify({ as: 'administrator' })
  const { status } = await fetch(`${url}/portal/api/session/demo`, { method: 'POST', headers, body })
  return [((await options.json()) as { demo: string[] }).demo, status]
}

/** From the first start to the end of the second, which takes seconds: all that is to be seen of it on the way. */
async function firstAndSecondStart() {
  const dataDir = await aFolder()
  await chmod(dataDir, 0o700)
  const first = await startService({ dataDir })
  const { stdout } = await eventually(() => /welcome\.txt/.test(first.output().stdout) && first.output())
  const lines = pasteable(stdout)
  const answer = bash(lines.join('\n'))
  const people = [...stdout.matchAll(/as an (HR manager|employee|administrator) +(\S+@\S+) +(\S+)\n/g)]
  const logIns: Awaited<ReturnType<typeof logIn>>[] = []
  for (const [, , email, password] of people) logIns.push(await logIn(first.url, { email, password }))
  const { status: live } = await fetch(`${first.url}/health/live`)
  const shownWhileRunning = await dossier(['demo'], { DATA_DIR: dataDir })
  const entered = await enterDemo(first.url)
  const postmaster = Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
  const firstCode = await first.end('SIGINT')
  const shownAfterwards = await dossier(['demo', '--json'], { DATA_DIR: dataDir })
  const left = { isRunning: isRunning(postmaster), files: await readdir(dataDir) }
  const keyMode = (await stat(join(dataDir, 'secret.key'))).mode

  const second = await startService({ dataDir, port: Number(new URL(first.url).port) })
  const read = bash(
    `${lines[0]}; curl -s -H "Authorization: Bearer $TOKEN" ${second.url}/api/v2/client/datasets/offices/values/fr.marseille`,
  )
  const secondCode = await second.end('SIGTERM')
  return {
    stdout,
    lines,
    answer,
    logIns,
    people,
    shownWhileRunning,
    shownAfterwards,
    entered,
    live,
    firstCode,
    left,
    keyMode,
    read,
    later: second.output().stdout,
    secondCode,
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ESRCH')
    return false
  }
}

describe('the first start', async () => {
  const seen = await firstAndSecondStart()

  test('says what to open, whom to be, and three lines of curl that work as they are', () => {
    const { stdout, lines, answer, logIns, firstCode } = seen

    assert.deepEqual(logIns, [
      ['employee', true],
      ['manager', true],
      ['manager', true],
    ])
    assert.match(stdout, /Open +http:\/\/localhost:\d+\n/)
    assert.match(stdout, /API docs +http:\/\/localhost:\d+\/docs\n/)
    assert.equal(lines.length, 3)
    const [token, value, document] = answer.split('\n')
    assert.match(token ?? '', /^[\w-]{43,}$/)
    assert.equal(JSON.parse(value ?? '').id, 'city.marseille')
    assert.match(JSON.parse(document ?? '').id, /^[\da-f-]{36}$/)
    assert.equal(firstCode, 0)
  })

  test('`dossier demo` shows the log-ins again, while the service runs and when it has ended', () => {
    const { people, shownWhileRunning, shownAfterwards } = seen
    const printed = people.map(([, , email, password]) => ({ email, password }))

    assert.equal(shownWhileRunning.code, 0)
    for (const [line] of people) assert.ok(shownWhileRunning.stdout.includes(line.trim()), shownWhileRunning.stdout)
    assert.equal(shownAfterwards.code, 0)
    const shown = JSON.parse(shownAfterwards.stdout) as { email: string; password: string }[]
    assert.deepEqual(
      shown.map(({ email, password }) => ({ email, password })),
      printed,
    )
  })

  test('the log-in page of the demo lets everybody on this machine in by a click', () => {
    assert.deepEqual(seen.entered, [['employee', 'hr_manager', 'administrator'], 200])
  })

  test('a later start keeps the data and says nothing of secrets', () => {
    const { read, later, secondCode } = seen

    assert.equal(JSON.parse(read.split('\n')[1] ?? '').name, 'Marseille')
    assert.doesNotMatch(later, /secret|TOKEN|API key/)
    assert.equal(secondCode, 0)
  })

  test('nothing is left running after a stop, and the folder holds no file that others can read', () => {
    const { firstCode, left, keyMode } = seen

    assert.equal(firstCode, 0)
    assert.equal(left.isRunning, false)
    assert.equal(keyMode & 0o077, 0)
    assert.equal(left.files.includes('postgres'), true)
  })

  test('a folder that only its owner may enter is good enough', () => {
    const { live, secondCode } = seen

    assert.equal(live, 200)
    assert.equal(secondCode, 0)
  })

  test('a stop that is asked for while it starts is a clean one', async () => {
    const dataDir = await aFolder()
    const service = await launchService({ dataDir })
    await eventually(() => existsSync(join(dataDir, 'postgres/postmaster.pid')), { withinSeconds: 60 })

    const code = await service.end('SIGTERM')

    assert.equal(code, 0)
    // On a busy machine PostgreSQL may still be ending, by itself, when the ten seconds of a stop are over.
    await eventually(() => !existsSync(join(dataDir, 'postgres/postmaster.pid')), { withinSeconds: 60 })
  })
})
