import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { capitalize } from '#platform/problem.ts'
import { startApp } from '#test/harness/app.ts'
import { allowedTo, basic, unique } from '#test/harness/builders.ts'
import { eventsOf } from '#test/harness/features/directory/builders.ts'
import { aDistributionType, aZip, distributionCalls, withDistribution } from '#test/harness/features/distributions.ts'
import type { DistributionProject } from './schemas.ts'

const service = await startApp()
const { app, v2, db } = service
const { project, spool, run, read, readSpool, report, prepared, delivered } = distributionCalls(service)

await withDistribution(service, { paper_configurations: [{ code: 'paper' }] })
const type = await aDistributionType(service, { format: 'zip_index' })
/** An index that names a file that is not there is read without PDFium. */
const index = { type, bytes: await aZip({ 'index.csv': 'file,employee_number\na.pdf,1\n' }) }
const broken = { type, bytes: 'no zip' }

type Target = { project: number | string; distribution: number | string; document: string }

/** A project with one spool of one part, as an endpoint needs it. */
async function aTarget(isCompleted: boolean): Promise<Target & { project: number; distribution: number }> {
  const id = isCompleted ? await delivered([index], { delivery_paper_conf: 'paper' }) : await prepared([index])
  const [line] = await report(id)
  return { project: id, distribution: line?.distribution_id ?? 0, document: line?.id ?? '' }
}

async function stateOf({ project: id, distribution }: Awaited<ReturnType<typeof aTarget>>) {
  const states = [await read(id), await readSpool(distribution), await report(id)]
  return { states, events: await eventsOf(db, String(id)) }
}

const issued = new Map<string, Promise<{ authorization: string }>>()
/** The header of an application that may do only this; the same one each time. */
function issuedFor(permission: string): Promise<{ authorization: string }> {
  const header = issued.get(permission) ?? allowedTo(service, permission)
  issued.set(permission, header)
  return header
}

type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  needs: 'read' | 'write'
  /** How it names what is not there; a list has nothing of the kind. */
  absent?: string
  isCompleted?: boolean
  status?: number
}

const PROJECT = '/distribution_projects/{project}'
const ENDPOINTS: Endpoint[] = [
  { method: 'GET', path: '/distribution_projects', needs: 'read' },
  { method: 'GET', path: PROJECT, needs: 'read', absent: 'distribution project' },
  { method: 'GET', path: `${PROJECT}/report`, needs: 'read', absent: 'distribution project' },
  { method: 'GET', path: `${PROJECT}/packages`, needs: 'read', absent: 'distribution project' },
  { method: 'GET', path: `${PROJECT}/packages/file`, needs: 'read', absent: 'distribution project', isCompleted: true },
  { method: 'GET', path: `${PROJECT}/manifest`, needs: 'read', absent: 'distribution project', isCompleted: true },
  { method: 'POST', path: `${PROJECT}/validate`, needs: 'write', absent: 'distribution project' },
  // 400: no packages of the project wait for a carrier.
  {
    method: 'POST',
    path: `${PROJECT}/hand_over`,
    body: {},
    needs: 'write',
    absent: 'distribution project',
    status: 400,
  },
  { method: 'POST', path: `${PROJECT}/cancel`, needs: 'write', absent: 'distribution project' },
  {
    method: 'PATCH',
    path: `${PROJECT}/documents/{document}`,
    body: { left_out: true },
    needs: 'write',
    absent: 'distribution project',
  },
  { method: 'GET', path: '/distributions', needs: 'read' },
  { method: 'GET', path: '/distributions/{distribution}', needs: 'read', absent: 'distribution' },
  { method: 'DELETE', path: '/distributions/{distribution}', needs: 'write', absent: 'distribution', status: 204 },
]

const ABSENT = 2_000_000_000

for (const { method, path, body, needs, absent, isCompleted = false, status = 200 } of ENDPOINTS) {
  const pathOf = (target: Target) =>
    path.replace(/\{(\w+)\}/g, (_, name: string) => String(target[name as keyof Target]))

  describe(`${method} ${path}`, () => {
    test('401 without a token of this API, and nothing changes', async () => {
      const target = await aTarget(isCompleted)
      const before = await stateOf(target)
      const url = `/api/v2/client${pathOf(target)}`
      const credentials: [headers: Record<string, string>, code: string][] = [
        [{}, 'invalid_credentials'],
        [{ 'x-api-key': 'acme-api-key' }, 'invalid_credentials'],
        [{ authorization: 'Bearer aGVsbG8' }, 'invalid_token'],
        [{ authorization: basic('payroll', 'payroll-secret') }, 'invalid_token'],
      ]

      for (const [headers, code] of credentials) {
        const answer = await app.inject({ method, url, headers, ...(body ? { payload: body } : {}) })

        assert.deepEqual([answer.statusCode, answer.json().code], [401, code])
        assert.match(String(answer.headers['www-authenticate']), /^Bearer/)
      }
      assert.deepEqual(await stateOf(target), before)
    })

    test(`403 unless issued for distributions:${needs}, and nothing changes`, async () => {
      const target = await aTarget(isCompleted)
      const before = await stateOf(target)
      const opposite = `distributions:${needs === 'read' ? 'write' : 'read'}`
      const headers = [
        ...(await Promise.all([opposite, 'employee_documents:*', 'employees:*'].map(issuedFor))),
        await service.as('reader'),
      ]

      for (const one of headers) {
        const answer = await v2(method, pathOf(target), { body, headers: one })

        const message = `This application lacks the permission distributions:${needs}.`
        assert.deepEqual([answer.statusCode, answer.json()], [403, { code: 'insufficient_scope', message }])
      }
      assert.deepEqual(await stateOf(target), before)
    })

    test(`${status} when issued for distributions:${needs}, and no more`, async () => {
      const target = await aTarget(isCompleted)

      const answer = await v2(method, pathOf(target), { body, headers: await issuedFor(`distributions:${needs}`) })

      assert.equal(answer.statusCode, status, answer.body)
    })

    if (absent === undefined) {
      test('200 shows nothing of another client', async () => {
        const { project: id } = await aTarget(isCompleted)

        const filter = path === '/distributions' ? `?distribution_project_id=${id}` : '?q=project'
        for (const query of ['', filter, '?per_page=100']) {
          const answer = await v2(method, `${path}${query}`, { application: 'rival' })

          assert.deepEqual([answer.statusCode, answer.json()], [200, []], query)
        }
      })
      return
    }

    test('404 for what is of another client, word for word as for what there is not, and nothing changes', async () => {
      const target = await aTarget(isCompleted)
      const before = await stateOf(target)
      const call = (one: Target, application: 'rival' | 'payroll') => v2(method, pathOf(one), { application, body })
      const name = path.includes('{project}') ? 'project' : 'distribution'
      const id = target[name]

      const others = await call(target, 'rival')

      const notFound = (named: number | string) => ({
        code: 'not_found',
        message: `${capitalize(absent)} ${named} not found.`,
      })
      assert.deepEqual([others.statusCode, others.json()], [404, notFound(id)])
      for (const none of [ABSENT, 0, 'abc', '-1', '1e3', `${id}.0`, '2147483648', '99999999999']) {
        for (const application of ['rival', 'payroll'] as const) {
          const answer = await call({ ...target, [name]: none }, application)
          assert.deepEqual([answer.statusCode, answer.json()], [404, notFound(none)], String(none))
        }
      }
      assert.deepEqual(await stateOf(target), before)
    })
  })
}

describe('PATCH /distribution_projects/{id}/documents/{document_id}', () => {
  test('404 for a document of another project, and for what is not a document', async () => {
    const one = await aTarget(false)
    const other = await aTarget(false)
    const before = await stateOf(other)

    for (const document of [other.document, 'none', '01a1df9a-595c-7000-8000-0049b5b32185']) {
      const answer = await v2('PATCH', `/distribution_projects/${one.project}/documents/${document}`, {
        body: { left_out: true },
      })

      const message = `Document ${document} not found.`
      assert.deepEqual([answer.statusCode, answer.json()], [404, { code: 'not_found', message }])
    }
    assert.deepEqual(await stateOf(other), before)
  })
})

type Page = { rows: DistributionProject[]; next: string | undefined; previous: string | undefined }

async function pageOf(path: string, query: Record<string, string>): Promise<Page> {
  const answer = await v2('GET', `${path}?${new URLSearchParams(query)}`)
  assert.equal(answer.statusCode, 200, answer.body)
  const { 'next-cursor': next, 'previous-cursor': previous } = answer.headers
  return { rows: answer.json(), next: next as string | undefined, previous: previous as string | undefined }
}

const idsOf = ({ rows }: Pick<Page, 'rows'>) => rows.map((one) => one.id)

/** The message of a 400 of a list. */
async function refusedList(path: string, query: Record<string, string>, application: 'payroll' | 'rival' = 'payroll') {
  const answer = await v2('GET', `${path}?${new URLSearchParams(query)}`, { application })
  assert.deepEqual([answer.statusCode, answer.json().code], [400, 'invalid_request'], answer.body)
  return answer.json().message as string
}

const mark = unique('Walk')
const many: number[] = []
for (let at = 0; at < 23; at += 1) many.unshift(await project({ name: `${mark} ${at}` }))

describe('GET /distribution_projects', () => {
  test('200 lists projects as they are read, newest first, twenty unless told otherwise', async () => {
    const page = await pageOf('/distribution_projects', { q: mark })

    assert.deepEqual(idsOf(page), many.slice(0, 20))
    assert.deepEqual(page.rows[3], await read(many[3] ?? 0))
    assert.equal(page.previous, undefined)
    assert.equal((await pageOf('/distribution_projects', { q: mark, per_page: '100' })).rows.length, 23)
  })

  test('200 walks forth and back without a gap or a repeat, though others are added meanwhile', async () => {
    const word = unique('Stroll')
    const ids: number[] = []
    for (let at = 0; at < 7; at += 1) ids.unshift(await project({ name: `${word} ${at}` }))
    const pages: Page[] = []

    let cursor: string | undefined
    do {
      pages.push(await pageOf('/distribution_projects', { q: word, per_page: '3', ...(cursor ? { cursor } : {}) }))
      cursor = pages.at(-1)?.next
      if (pages.length === 1) await project({ name: `${word} late` })
    } while (cursor !== undefined)
    const back = pages[2]?.previous ?? assert.fail('no previous page')
    const before = await pageOf('/distribution_projects', { q: word, per_page: '3', cursor: back })

    assert.deepEqual(pages.map(idsOf), [ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)])
    assert.deepEqual(idsOf(before), ids.slice(3, 6))
    const first = await pageOf('/distribution_projects', { q: word, cursor: before.previous ?? '' })
    assert.equal(first.rows.length, 4)
  })

  test('200 filters by status, and by both', async () => {
    const word = unique('Status')
    const fresh = await project({ name: word })
    const canceled = await project({ name: word })
    await v2('POST', `/distribution_projects/${canceled}/cancel`)
    const idsWith = async (query: Record<string, string>) => idsOf(await pageOf('/distribution_projects', query))

    assert.deepEqual(await idsWith({ q: word }), [canceled, fresh])
    assert.deepEqual(await idsWith({ q: word, status: 'new' }), [fresh])
    assert.deepEqual(await idsWith({ q: word, status: 'canceled' }), [canceled])
    assert.deepEqual(await idsWith({ q: word, status: 'completed' }), [])
    assert.ok((await idsWith({ status: 'canceled', per_page: '100' })).includes(canceled))
  })

  test('200 looks for a text in names, whatever its case and accents are, and takes no sign for another', async () => {
    const word = unique('x')
    const id = await project({ name: `Été ${word} 100%_a\\b` })
    const idsWith = async (q: string) => idsOf(await pageOf('/distribution_projects', { q }))

    for (const q of [word, word.toUpperCase(), `ETE ${word}`, `${word} 100%`, `${word} 100%_A`, `${word} 100%_a\\`]) {
      assert.deepEqual(await idsWith(q), [id], q)
    }
    for (const q of [`${word}_100`, `${word}%a`, `${word} 100__a`]) assert.deepEqual(await idsWith(q), [], q)
  })

  test('400 for a status that there is not, a page that is too small or too large, and a text that is none', async () => {
    const path = '/distribution_projects'
    const messages = [
      await refusedList(path, { status: 'NEW' }),
      await refusedList(path, { status: '' }),
      await refusedList(path, { per_page: '0' }),
      await refusedList(path, { per_page: '101' }),
      await refusedList(path, { per_page: '2.5' }),
      await refusedList(path, { q: 'a\0' }),
      await refusedList(path, { q: 'a'.repeat(201) }),
    ]

    assert.deepEqual(
      messages.map((message) => message.split(':')[0]),
      ['status', 'status', 'per_page', 'per_page', 'per_page', 'q', 'q'],
    )
  })

  test('400 on cursor for one that is forged, or of another list', async () => {
    const query = { q: mark, per_page: '2' }
    const { next: cursor = '' } = await pageOf('/distribution_projects', query)
    const bytes = Buffer.from(cursor, 'base64url')
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 2) ^ 1, bytes.length - 2)
    const message = 'cursor: This is not a valid cursor for this list.'

    for (const forged of ['abc', '', `${cursor}A`, cursor.slice(1), bytes.toString('base64url')]) {
      assert.equal(await refusedList('/distribution_projects', { ...query, cursor: forged }), message, forged)
    }
    assert.equal(await refusedList('/distribution_projects', { per_page: '2', cursor }), message)
    assert.equal(await refusedList('/distribution_projects', { ...query, status: 'new', cursor }), message)
    assert.equal(await refusedList('/distribution_projects', { ...query, cursor }, 'rival'), message)
    assert.equal(await refusedList('/distributions', { cursor }), message)
    assert.deepEqual(
      idsOf(await pageOf('/distribution_projects', { ...query, per_page: '3', cursor })),
      many.slice(2, 5),
    )
  })
})

describe('GET /distribution_projects/{id}', () => {
  test('200 adds up what its spools have', async () => {
    const id = await prepared([index, index])
    await run(await spool(id, broken))

    const { status, distributions_count, counts } = await read(id)

    assert.deepEqual([status, distributions_count, counts.documents, counts.rejected], ['error', 3, 2, 2])
  })
})

describe('GET /distribution_projects/{id}/report', () => {
  test('400 for a spool that is not a number or too large a one, an outcome and a format that there are not', async () => {
    const path = `/distribution_projects/${await project()}/report`
    const messages: string[] = []
    for (const distribution_id of ['abc', '0', '2147483648', '99999999999']) {
      messages.push(await refusedList(path, { distribution_id }))
    }
    messages.push(await refusedList(path, { outcome: 'lost' }), await refusedList(path, { format: 'xml' }))

    assert.deepEqual(
      messages.map((message) => message.split(':')[0]),
      [...Array(4).fill('distribution_id'), 'outcome', 'format'],
    )
  })
})

describe('GET /distributions', () => {
  test('200 lists spools as they are read, newest first, of one project and in one status', async () => {
    const id = await prepared([index, broken])
    const waiting = await spool(id, index)
    const idsWith = async (query: Record<string, string>) => idsOf(await pageOf('/distributions', query))
    const of = { distribution_project_id: String(id) }

    const all = await pageOf('/distributions', of)
    const [last, bad, good] = idsOf(all)

    assert.deepEqual([all.rows.length, last], [3, waiting])
    for (const row of all.rows) assert.deepEqual(row, await readSpool(row.id))
    assert.deepEqual(await idsWith({ ...of, status: 'new' }), [waiting])
    assert.deepEqual(await idsWith({ ...of, status: 'error' }), [bad])
    assert.deepEqual(await idsWith({ ...of, status: 'ready' }), [good])
    assert.deepEqual(await idsWith({ ...of, status: 'processing' }), [])
    assert.equal((await idsWith({ status: 'error', per_page: '1' }))[0], bad)
    assert.deepEqual(await idsWith({ distribution_project_id: String(ABSENT) }), [])
  })

  test('200 walks from page to page', async () => {
    const id = String(await prepared([index, index, index]))
    const all = idsOf(await pageOf('/distributions', { distribution_project_id: id }))
    const query = { distribution_project_id: id, per_page: '2' }

    const first = await pageOf('/distributions', query)
    const second = await pageOf('/distributions', { ...query, cursor: first.next ?? '' })

    assert.deepEqual([...idsOf(first), ...idsOf(second)], all)
    assert.deepEqual([first.previous, second.next], [undefined, undefined])
    assert.deepEqual(idsOf(await pageOf('/distributions', { ...query, cursor: second.previous ?? '' })), idsOf(first))
    const message = 'cursor: This is not a valid cursor for this list.'
    assert.equal(await refusedList('/distributions', { per_page: '2', cursor: first.next ?? '' }), message)
  })

  test('400 for a project that is not a number or too large a one, a status that there is not, and a page that is too large', async () => {
    const messages = [
      await refusedList('/distributions', { distribution_project_id: 'abc' }),
      await refusedList('/distributions', { distribution_project_id: '0' }),
      await refusedList('/distributions', { distribution_project_id: '1.5' }),
      await refusedList('/distributions', { distribution_project_id: '2147483648' }),
      await refusedList('/distributions', { distribution_project_id: '99999999999' }),
      await refusedList('/distributions', { status: 'waiting' }),
      await refusedList('/distributions', { per_page: '101' }),
    ]

    const project_id = 'distribution_project_id'
    assert.deepEqual(
      messages.map((message) => message.split(':')[0]),
      [...Array(5).fill(project_id), 'status', 'per_page'],
    )
  })
})
