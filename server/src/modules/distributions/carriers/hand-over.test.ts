import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import ssh2 from 'ssh2'
import { deliverProject, handOverPackages } from '#modules/distributions/jobs.ts'
import { CsvFile } from '#platform/csv/csv-file.ts'
import { startApp } from '#test/harness/app.ts'
import { eventsOf } from '#test/harness/features/directory/builders.ts'
import { withDistribution } from '#test/harness/features/distributions.ts'
import { aCarrierRoot, filesIn, paperOf } from '#test/harness/features/paper.ts'
import { aStrangeServer, startSshd } from '#test/harness/files/sshd.ts'

const service = await startApp()
const { v2, pool, clock } = service
const { aPaper, people, delivered, handOver, read, report } = await paperOf(service)
const { root, inbox } = await aCarrierRoot()
const toFolder = await aPaper({ kind: 'folder', folder: 'printer' })
const signal = new AbortController().signal
const HOUR_MS = 3_600_000

const packagesOf = async (id: number, query = '') =>
  (await v2('GET', `/distribution_projects/${id}/packages${query}`)).json()
const statusesOf = async (id: number) => (await packagesOf(id)).map(({ status }: { status: string }) => status)
const again = (id: number, body: object = {}) => v2('POST', `/distribution_projects/${id}/hand_over`, { body })

async function filesOf(id: number): Promise<string[]> {
  return (await readdir(inbox)).filter((name) => name.startsWith(`packages-${id}-`))
}

/** When jobs to hand a project over are to start, in the order of their turns. */
async function jobsOf(id: number) {
  const { rows } = await pool.query(
    `SELECT (data->>'turn')::integer AS turn, start_after FROM jobs.job
     WHERE name = 'distributions.hand_over' AND (data->>'project_id')::integer = $1 ORDER BY 1`,
    [id],
  )
  return rows as { turn: number; start_after: Date }[]
}

describe('Spec 20, 329: validation sends the paper: packages are handed over to the carrier', () => {
  test('as one ZIP with the manifest, and only then the project is completed', async () => {
    const employees = await people(3)
    const id = await delivered(toFolder, employees)
    const before = await read(id)
    const eventsBefore = await eventsOf(service.db, String(id))

    await handOver(id, root)

    const after = await read(id)
    assert.deepEqual([before.status, before.packages.prepared, before.hand_over?.status], ['delivering', 3, 'pending'])
    assert.ok(!eventsBefore.includes('distribution_project.completed'))
    assert.equal(after.status, 'completed')
    assert.deepEqual(after.packages, { planned: 0, prepared: 0, handed_over: 3, failed: 0, downloaded: 0 })
    assert.equal((await eventsOf(service.db, String(id))).filter((one) => one.endsWith('.completed')).length, 1)
    const name = `packages-${id}-${after.hand_over?.delivery_id}.zip`
    assert.deepEqual(await filesOf(id), [name])
    assert.deepEqual([after.hand_over?.receipt, after.hand_over?.attempts], [name, 1])
    const files = await filesIn(await readFile(join(inbox, name)))
    const lines = linesIn(files.get('manifest.csv'))
    assert.deepEqual(
      lines.map((line) => [
        line.employee_technical_id,
        files
          .get(line.file ?? '')
          ?.subarray(0, 5)
          .toString(),
      ]),
      employees.map((one) => [one, '%PDF-']),
    )
    assert.equal(files.size, 4)
  })

  test('the state of each package is told by the list, and by the report of the project', async () => {
    const id = await delivered(toFolder, await people(2))
    const before = await packagesOf(id)
    const reportedBefore = (await report(id)).map((line) => line.package_status)

    await handOver(id, root)

    const [one] = await packagesOf(id)
    const { hand_over } = await read(id)
    const csv = (await v2('GET', `/distribution_projects/${id}/report?format=csv`)).rawPayload
    assert.deepEqual([before[0].status, before[0].handed_over_at, before[0].receipt], ['prepared', null, null])
    assert.deepEqual(reportedBefore, ['prepared', 'prepared'])
    assert.deepEqual(
      [one.status, one.handed_over_at, one.receipt, one.reason, one.documents, one.pages, one.downloaded_at],
      ['handed_over', hand_over?.ended_at, hand_over?.receipt, null, 1, 2, null],
    )
    assert.deepEqual(
      (await report(id)).map((line) => line.package_status),
      ['handed_over', 'handed_over'],
    )
    assert.deepEqual(
      linesIn(csv).map((line) => line.package_status),
      ['handed_over', 'handed_over'],
    )
  })

  test('without those that cannot be sent; they wait for a person', async () => {
    const id = await delivered(toFolder, await people(3, 1))

    await handOver(id, root)

    const { status, packages } = await read(id)
    const [failed] = await packagesOf(id, '?status=failed')
    const [name = ''] = await filesOf(id)
    const files = await filesIn(await readFile(join(inbox, name)))
    assert.deepEqual([status, packages.handed_over, packages.failed], ['completed', 2, 1])
    assert.match(failed.reason, /^employee_address_(missing|incomplete)$/)
    assert.match(failed.message, /address/)
    assert.deepEqual([files.size, linesIn(files.get('manifest.csv')).length], [3, 2])
    await v2('GET', `/distribution_projects/${id}/packages/file`)
    assert.deepEqual((await read(id)).packages, { planned: 0, prepared: 0, handed_over: 2, failed: 0, downloaded: 1 })
  })

  test('a project of which nothing can be sent is completed, and nothing is handed over', async () => {
    const id = await delivered(toFolder, await people(1, 1))

    const { status, packages, hand_over } = await read(id)
    assert.deepEqual([status, packages.failed, hand_over], ['completed', 1, null])
  })

  test('to a server of OpenSSH, with a key', async () => {
    const { host, port, user, hostKey, privateKey, directory } = await startSshd()
    const paper = await aPaper({
      kind: 'sftp',
      host,
      port,
      user,
      directory,
      host_key: hostKey,
      private_key: privateKey,
    })
    const id = await delivered(paper, await people(2))

    await handOver(id)

    const { status, hand_over } = await read(id)
    assert.deepEqual([status, hand_over?.status, hand_over?.carrier], ['completed', 'handed_over', 'sftp'])
    const [name = '', ...more] = await readdir(directory)
    assert.deepEqual([name, more], [hand_over?.receipt, []])
    assert.equal((await filesIn(await readFile(join(directory, name)))).size, 3)
  })

  test('by no carrier: packages wait for a download, as before, and the project is completed', async () => {
    const id = await delivered(await aPaper(), await people(2))
    const before = await read(id)

    const head = await v2('HEAD', `/distribution_projects/${id}/packages/file`)
    const unseen = await statusesOf(id)
    const answer = await v2('GET', `/distribution_projects/${id}/packages/file`)

    const [one] = await packagesOf(id)
    assert.deepEqual([before.status, before.packages.prepared, before.hand_over], ['completed', 2, null])
    assert.deepEqual([head.statusCode, unseen], [200, ['prepared', 'prepared']])
    assert.equal(answer.statusCode, 200)
    assert.equal(one.status, 'downloaded')
    assert.deepEqual([one.downloaded_by.type, one.downloaded_by.id], ['application', 'payroll'])
    assert.ok(one.downloaded_at)
  })

  test('the ZIP can be downloaded while the carrier is tried, and is not the worse for it', async () => {
    const id = await delivered(toFolder, await people(1))

    const answer = await v2('GET', `/distribution_projects/${id}/packages/file`)
    const status = await statusesOf(id)
    await handOver(id, root)

    assert.equal(answer.statusCode, 200, answer.body)
    assert.deepEqual(status, ['prepared'])
    assert.deepEqual(await statusesOf(id), ['handed_over'])
  })
})

describe('a hand-over that fails', () => {
  test('is tried again by the schedule of webhooks, and says why and when', async () => {
    const paper = await aPaper({ kind: 'folder', folder: 'not-there' })
    const id = await delivered(paper, await people(1))

    await handOver(id, root)

    const { status, hand_over } = await read(id)
    assert.deepEqual([status, hand_over?.status, hand_over?.attempts], ['delivering', 'pending', 1])
    assert.equal(hand_over?.failure?.code, 'folder_not_found')
    assert.match(hand_over?.failure?.message ?? '', /^The folder not-there does not exist/)
    const jobs = await jobsOf(id)
    assert.deepEqual(
      jobs.map((one) => one.turn),
      [1, 2],
    )
    const wait = Number(jobs[1]?.start_after) - clock.now().getTime()
    assert.ok(wait > 2000 && wait < 7000, String(wait))

    await mkdir(join(root, 'not-there'))
    await handOver(id, root)

    const after = await read(id)
    assert.deepEqual([after.status, after.hand_over?.attempts, after.hand_over?.failure], ['completed', 2, null])
  })

  test('is recorded, whatever the server says: NUL cannot be stored', async (t) => {
    const { port, hostKey } = await aStrangeServer(t, (client) => {
      client.on('authentication', (context) => context.accept())
      client.on('session', (accept) =>
        accept().on('sftp', (open) => {
          const sftp = open()
          sftp.on('STAT', (id) => sftp.status(id, ssh2.utils.sftp.STATUS_CODE.FAILURE, 'quota\0 exceeded'))
        }),
      )
    })
    const paper = await aPaper({
      kind: 'sftp',
      host: '127.0.0.1',
      port,
      user: 'acme',
      password: 's3cret',
      host_key: hostKey,
      directory: '/in',
    })
    const id = await delivered(paper, await people(1))

    await handOver(id)

    const { hand_over } = await read(id)
    assert.deepEqual([hand_over?.status, hand_over?.attempts], ['pending', 1])
    assert.deepEqual(hand_over?.failure, {
      code: 'not_writable',
      message: 'The server refused the file (quota  exceeded).',
    })
  })

  test('says that the operator has named no folder', async () => {
    const id = await delivered(toFolder, await people(1))

    await handOver(id)

    assert.equal((await read(id)).hand_over?.failure?.code, 'no_root')
  })

  test('eleven times is failed; a person has it tried again, under the same delivery id', async () => {
    const paper = await aPaper({ kind: 'folder', folder: 'later' })
    const id = await delivered(paper, await people(2, 1))
    for (let attempt = 0; attempt < 11; attempt += 1) await handOver(id, root)
    const failed = await read(id)
    const [one] = await packagesOf(id)

    await mkdir(join(root, 'later'))
    const answer = await again(id)
    const waiting = await read(id)
    await handOver(id, root)

    assert.deepEqual(
      [failed.status, failed.hand_over?.status, failed.hand_over?.attempts],
      ['delivering', 'failed', 11],
    )
    assert.deepEqual([failed.packages.failed, one.status], [2, 'failed'])
    assert.equal(one.reason, 'folder_not_found')
    assert.match(one.message, /does not exist/)
    assert.equal(answer.statusCode, 200, answer.body)
    assert.deepEqual([waiting.hand_over?.status, waiting.hand_over?.attempts], ['pending', 0])
    assert.deepEqual([waiting.packages.prepared, waiting.packages.failed], [1, 1])
    const { status, hand_over, packages } = await read(id)
    assert.deepEqual([status, hand_over?.delivery_id], ['completed', failed.hand_over?.delivery_id])
    assert.deepEqual([packages.handed_over, packages.failed], [1, 1])
    await rm(join(root, 'later'), { recursive: true })
  })

  test('is left to a person, who has downloaded the packages', async () => {
    const id = await delivered(await aPaper({ kind: 'folder', folder: 'never' }), await people(1))
    await handOver(id, root)
    await v2('GET', `/distribution_projects/${id}/packages/file`)

    const answer = await again(id, { by_hand: true })
    await handOver(id, root)

    assert.equal(answer.statusCode, 200, answer.body)
    const { status, hand_over, packages } = await read(id)
    assert.deepEqual([status, hand_over?.status, packages.downloaded], ['completed', 'by_hand', 1])
    assert.equal((await eventsOf(service.db, String(id))).filter((one) => one.endsWith('.completed')).length, 1)
  })

  test('ends with the set-up: a configuration without a carrier leaves the packages to people', async () => {
    const paper = await aPaper({ kind: 'folder', folder: 'gone' })
    const id = await delivered(paper, await people(1))
    await handOver(id, root)

    await withDistribution(service, { paper_configurations: [{ code: paper }] })
    await handOver(id, root)

    const { status, hand_over, packages } = await read(id)
    assert.deepEqual([status, hand_over?.status, packages.prepared], ['completed', 'by_hand', 1])
  })

  test('uses the carrier as the set-up has it by then', async () => {
    const paper = await aPaper({ kind: 'folder', folder: 'wrong' })
    const id = await delivered(paper, await people(1))
    await handOver(id, root)

    await withDistribution(service, {
      paper_configurations: [{ code: paper, carrier: { kind: 'folder', folder: 'printer' } }],
    })
    await handOver(id, root)

    assert.equal((await filesOf(id)).length, 1)
  })

  test('keeps its files until it has ended', async () => {
    const id = await delivered(await aPaper({ kind: 'folder', folder: 'never' }), await people(1))
    await handOver(id, root)

    const { ended_at } = await read(id)

    assert.equal(ended_at, null)
  })
})

describe('jobs that run twice', () => {
  test('a delivery that runs again leaves one hand-over, and mails nobody twice', async () => {
    const id = await delivered(toFolder, await people(1))
    const jobs = async () =>
      (await pool.query(`SELECT count(*)::integer AS n FROM jobs.job WHERE (data->>'project_id')::integer = $1`, [id]))
        .rows[0].n
    const before = await jobs()
    const first = (await read(id)).hand_over

    await deliverProject.run({ client_id: 'acme', project_id: id }, { ...service, signal })

    assert.deepEqual([await jobs(), (await read(id)).hand_over], [before, first])
  })

  test('a hand-over that runs again after it was recorded hands nothing over', async () => {
    const id = await delivered(toFolder, await people(1))
    await handOver(id, root)
    await rm(join(inbox, (await filesOf(id))[0] ?? ''))

    await handOver(id, root)

    assert.deepEqual(await filesOf(id), [])
  })

  test('a job of an earlier turn does nothing', async () => {
    const id = await delivered(await aPaper({ kind: 'folder', folder: 'printer' }), await people(1))
    await again(id)

    const ref = { client_id: 'acme', project_id: id, turn: 1 }
    await handOverPackages.run(ref, { ...service, carrierRoot: root, signal })

    assert.deepEqual([await filesOf(id), (await read(id)).hand_over?.attempts], [[], 0])
  })

  test('two workers that hand over at once leave one file', async () => {
    const id = await delivered(toFolder, await people(3))

    await Promise.all([handOver(id, root), handOver(id, root), handOver(id, root)])

    assert.equal((await filesOf(id)).length, 1)
    assert.equal((await eventsOf(service.db, String(id))).filter((one) => one.endsWith('.completed')).length, 1)
    assert.deepEqual(
      (await readdir(inbox)).filter((name) => name.startsWith('.')),
      [],
    )
  })

  test('a service that stops gives the job back, and counts no attempt', async () => {
    const id = await delivered(toFolder, await people(1))
    const stop = AbortSignal.abort()

    const ref = { client_id: 'acme', project_id: id, turn: 1 }
    await assert.rejects(handOverPackages.run(ref, { ...service, carrierRoot: root, signal: stop }))

    assert.deepEqual([(await read(id)).hand_over?.attempts, await filesOf(id)], [0, []])
    await handOver(id, root)
    assert.equal((await read(id)).status, 'completed')
  })

  test('packages whose bytes are gone: tried again, and the fault is for the log', async () => {
    const id = await delivered(toFolder, await people(1))
    await pool.query('UPDATE distribution_packages SET sha256 = $2 WHERE project_id = $1', [id, '0'.repeat(64)])

    await assert.rejects(handOver(id, root), /bytes of a package are missing/)

    const { hand_over } = await read(id)
    assert.deepEqual([hand_over?.status, hand_over?.attempts, hand_over?.failure?.code], ['pending', 1, 'incomplete'])
    assert.deepEqual(await filesOf(id), [])
  })

  test('the wait grows to a day', async () => {
    const id = await delivered(await aPaper({ kind: 'folder', folder: 'never' }), await people(1))
    for (let attempt = 0; attempt < 9; attempt += 1) await handOver(id, root)

    const last = (await jobsOf(id)).at(-1)

    const hours = (Number(last?.start_after) - clock.now().getTime()) / HOUR_MS
    assert.ok(hours > 19 && hours < 29, String(hours))
  })
})

function linesIn(bytes: Buffer | undefined): Record<string, string>[] {
  const csv = new CsvFile()
  const [header, ...rows] = [...csv.read(bytes ?? Buffer.alloc(0)), ...csv.read(undefined)].map((row) => row.cells)
  return rows.map((cells) => Object.fromEntries((header ?? []).map((name, at) => [name, cells[at] ?? ''])))
}
