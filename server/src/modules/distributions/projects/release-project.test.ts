import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { releaseProjects } from '#modules/distributions/jobs.ts'
import { sweepBlobs } from '#platform/blobs/jobs.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDistributionType, distributionCalls, withDistribution } from '#test/harness/features/distributions.ts'
import { aPdfOf } from '#test/harness/files/pdf.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

const service = await startApp()
const { v2, pool, blobs } = service
const { prepared, delivered, project, spool, run, validate, read, report } = distributionCalls(service)
await withDistribution(service, { paper_configurations: [{ code: 'paper' }] })
const employee = await anEmployee(service, { address: 'Here', organizations: [await anOrganization(service)] })
const type = await aDistributionType(service)

/** Jobs as if so much time had passed. */
const later = (ms: number) => {
  const context = { ...service, clock: { now: () => new Date(Date.now() + ms) }, signal: new AbortController().signal }
  return { release: () => releaseProjects.run({}, context), sweep: () => sweepBlobs.run({}, context) }
}

/** Two parts, one of which is nobody's; no two spools have the same bytes. */
const aSpool = (text = unique('text')) => ({
  type,
  bytes: aPdfOf([`of nobody ${text}`, `Employee no: ${employee}\n${text}`]),
})

type Held = { spools: string[]; parts: string[]; packages: string[] }

/** The keys of the files that a project holds. */
async function heldBy(id: number): Promise<Held> {
  const { rows } = await pool.query<Held>(
    `SELECT array(SELECT sha256 FROM distributions WHERE project_id = $1 AND sha256 IS NOT NULL ORDER BY id) AS spools,
       array(SELECT sha256 FROM distribution_documents WHERE project_id = $1 AND sha256 IS NOT NULL
         ORDER BY distribution_id, position) AS parts,
       array(SELECT sha256 FROM distribution_packages WHERE project_id = $1 AND sha256 IS NOT NULL ORDER BY number)
         AS packages`,
    [id],
  )
  return rows[0] ?? assert.fail()
}
const NOTHING: Held = { spools: [], parts: [], packages: [] }
const sizes = ({ spools, parts, packages }: Held) => [spools.length, parts.length, packages.length]

const areThere = (keys: string[]) => Promise.all(keys.map(async (key) => (await blobs.size(key)) !== undefined))

async function releasedAt(id: number): Promise<Date | null> {
  const { rows } = await pool.query<{ released_at: Date | null }>(
    'SELECT released_at FROM distribution_projects WHERE id = $1',
    [id],
  )
  return rows[0]?.released_at ?? null
}

/** As if it had ended earlier. */
async function endedBefore(id: number, ms: number): Promise<void> {
  await pool.query(`UPDATE distribution_projects SET ended_at = ended_at - $2 * interval '1 ms' WHERE id = $1`, [
    id,
    ms,
  ])
}

describe('the release of what projects were made from', () => {
  test('lets go of spools, parts and envelopes 30 days after the end, and not before', async () => {
    const id = await delivered([aSpool(), aSpool()], { delivery_paper_conf: 'paper' })
    const held = await heldBy(id)
    assert.deepEqual(sizes(held), [2, 4, 2])
    const ended = await read(id)
    const lines = await report(id)

    await later(30 * DAY_MS - HOUR_MS).release()
    assert.deepEqual([await heldBy(id), await releasedAt(id)], [held, null])
    await later(30 * DAY_MS + HOUR_MS).release()

    assert.deepEqual(await heldBy(id), NOTHING)
    assert.notEqual(await releasedAt(id), null)
    assert.deepEqual([await read(id), await report(id)], [ended, lines])
  })

  test('leaves documents that were handed out their bytes, and the sweep removes all others', async () => {
    const id = await delivered([aSpool()], { delivery_paper_conf: 'paper' })
    const {
      spools,
      parts: [nobodys = '', handedOut = ''],
      packages,
    } = await heldBy(id)
    const documentId = (await report(id))[1]?.document_id
    await later(29 * DAY_MS).release()
    await later(2 * DAY_MS).sweep()
    assert.deepEqual(await areThere([...spools, nobodys, handedOut, ...packages]), [true, true, true, true])

    await later(31 * DAY_MS).release()
    await later(32 * DAY_MS).sweep()

    assert.deepEqual(await areThere([...spools, nobodys, handedOut, ...packages]), [false, false, true, false])
    const file = await v2('GET', `/employee_documents/${documentId}/file`)
    assert.equal(file.statusCode, 200)
    assert.equal(createHash('sha256').update(file.rawPayload).digest('hex'), handedOut)
  })

  test('spares bytes that another project still has', async () => {
    const text = unique('the same')
    const old = await delivered([aSpool(text)])
    const young = await delivered([aSpool(text)])
    const held = await heldBy(young)
    assert.deepEqual(held.spools, (await heldBy(old)).spools)
    await endedBefore(old, 31 * DAY_MS)

    await later(0).release()
    await later(2 * DAY_MS).sweep()

    assert.deepEqual([await heldBy(old), await heldBy(young)], [NOTHING, held])
    assert.deepEqual(await areThere(held.spools), [true])
  })

  test('spares projects that have not ended, however old they are', async () => {
    const open = await prepared([aSpool()])
    const validated = await prepared([aSpool()])
    await validate(validated)
    const before = [await heldBy(open), await heldBy(validated)]

    await later(1000 * DAY_MS).release()

    assert.deepEqual([await heldBy(open), await heldBy(validated)], before)
    assert.deepEqual([sizes(before[0] ?? NOTHING), await releasedAt(validated)], [[1, 2, 0], null])
  })

  test('lets go of a project that is canceled at once; its report stays', async () => {
    const id = await prepared([aSpool()])
    const { spools, parts } = await heldBy(id)
    const lines = await report(id)

    const answer = await v2('POST', `/distribution_projects/${id}/cancel`)

    assert.deepEqual([answer.statusCode, answer.json().status], [200, 'canceled'])
    assert.deepEqual(await heldBy(id), NOTHING)
    assert.deepEqual(await report(id), lines)
    await later(25 * HOUR_MS).sweep()
    assert.deepEqual(await areThere([...spools, ...parts]), [false, false, false])
  })

  test('lets go of a project that is canceled before its spool was read, and nobody reads it then', async () => {
    const id = await project()
    const spoolId = await spool(id, aSpool())

    await v2('POST', `/distribution_projects/${id}/cancel`)
    await run(spoolId)

    assert.deepEqual([await heldBy(id), await report(id)], [NOTHING, []])
  })

  test('releases a project once, and more of them than are looked at together, of every client', async () => {
    const id = await delivered([aSpool()])
    await endedBefore(id, 40 * DAY_MS)
    await later(0).release()
    const first = await releasedAt(id)
    await pool.query(
      `INSERT INTO distribution_projects (client_id, id, name, status, validation_option, paper_code,
         regroup_paper_mailing, package_address, auto_validate, created_at, updated_at, ended_at, search_text)
       SELECT client, 1000000 + n, 'old', 'completed', 0, 'no-paper', false, '{}', false, now(), now(),
         now() - interval '31 days', '' FROM generate_series(1, 120) AS n, unnest(ARRAY['acme', 'globex']) AS client`,
    )

    await later(DAY_MS).release()

    const { rows } = await pool.query(`SELECT client_id, count(*)::integer FROM distribution_projects
      WHERE name = 'old' AND released_at IS NOT NULL GROUP BY 1 ORDER BY 1`)
    assert.deepEqual(rows, [
      { client_id: 'acme', count: 120 },
      { client_id: 'globex', count: 120 },
    ])
    assert.deepEqual(await releasedAt(id), first)
  })
})
