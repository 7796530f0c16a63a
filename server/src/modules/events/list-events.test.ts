import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { EventName } from '#kernel/events/catalogue.ts'
import { defineEvent, emit } from '#kernel/events/define-event.ts'
import type { Caller } from '#kernel/work.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import type { Event } from './schemas.ts'

const { v2, doWork, clock } = await startApp()
clock.advance(-3600) // What happened a while ago is never held back.

type Told = { id: string; type?: EventName; actor?: Caller['actor']; owner?: Pick<Caller, 'client'> }

/** Events of one thing after another, a second apart, as the log shows them. */
async function tell(...told: Told[]): Promise<Event[]> {
  const events: Event[] = []
  for (const { id, type = 'organization.created', actor = acme.actor, owner = acme } of told) {
    clock.advance(1)
    await doWork({ ...owner, actor }, async (work) => emit(work, defineEvent<{ id: string }>(type), { id }))
    const application = owner.client.id === 'acme' ? 'payroll' : 'rival'
    events.push((await v2('GET', `/events?per_page=1&resource_id=${id}`, { application })).json()[0])
  }
  return events
}

const list = (query: string) => v2('GET', `/events?${query}`)
const idsOf = (events: { id: string }[]) => events.map(({ id }) => id)

/** All pages of a list, in one direction or the other. */
async function pages(query: string, which: 'next' | 'previous' = 'next', from?: string): Promise<Event[][]> {
  const all: Event[][] = []
  let cursor = from
  do {
    const answer = await list(`${query}${cursor === undefined ? '' : `&cursor=${cursor}`}`)
    assert.equal(answer.statusCode, 200, answer.body)
    all.push(answer.json())
    cursor = answer.headers[`${which}-cursor`] as string | undefined
  } while (cursor !== undefined)
  return all
}

describe('GET /events', () => {
  test('200 answers what was told, newest first', async () => {
    const id = unique('org')
    const actor = { type: 'user', id: 'M-1', name: 'Max' } as const
    const [created, updated] = await tell({ id }, { id, type: 'organization.updated', actor })

    const answer = await list(`resource_id=${id}`)

    assert.equal(answer.statusCode, 200)
    assert.deepEqual(answer.json(), [updated, created])
    const { id: eventId, created_at, ...rest } = answer.json()[0]
    assert.deepEqual(rest, { type: 'organization.updated', resource_id: id, actor, data: { id } })
    assert.equal(Date.parse(created_at), Number.parseInt(eventId.replace('-', '').slice(0, 12), 16))
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
  })

  test('200 sorts both ways, and newest first means -created_at', async () => {
    const id = unique('org')
    const told = idsOf(await tell({ id }, { id }, { id }))

    const sorted = async (sort: string) => idsOf((await list(`resource_id=${id}${sort}`)).json())

    assert.deepEqual(await sorted('&sort=created_at'), told)
    assert.deepEqual(await sorted('&sort=-created_at'), told.toReversed())
    assert.deepEqual(await sorted(''), told.toReversed())
  })

  test('200 keeps the order of events of one change', async () => {
    const id = unique('org')
    const types: EventName[] = ['organization.created', 'organization.updated', 'organization.deleted']
    await doWork(acme, async (work) => {
      for (const type of types) emit(work, defineEvent<{ id: string }>(type), { id })
    })

    const read = async (sort: string) =>
      (await list(`resource_id=${id}&sort=${sort}`)).json().map((one: Event) => one.type)

    assert.deepEqual(await read('created_at'), types)
    assert.deepEqual(await read('-created_at'), types.toReversed())
  })

  test('200 tells of a change that was made by a call, with the data that the call answered', async () => {
    const code = unique('org')
    const { body } = await v2('PUT', `/organizations/${code}`, { body: { name: 'Lyon' } })

    const [event] = (await list(`resource_id=${code}`)).json()

    assert.equal(event.type, 'organization.created')
    assert.deepEqual(event.actor, { type: 'application', id: 'payroll', name: 'payroll' })
    assert.deepEqual(event.data, JSON.parse(body))
  })

  test("200 shows a client's own events only", async () => {
    const id = unique('org')
    const [own, theirs] = await tell({ id }, { id, owner: globex })

    assert.deepEqual((await list(`resource_id=${id}`)).json(), [own])
    assert.deepEqual((await v2('GET', `/events?resource_id=${id}`, { application: 'rival' })).json(), [theirs])
  })

  test('200 has 20 on a page unless per_page says otherwise, up to 100', async () => {
    const id = unique('org')
    await doWork(acme, async (work) => {
      for (let n = 0; n < 101; n += 1) emit(work, defineEvent<{ id: string }>('organization.updated'), { id })
    })

    const lengths = []
    for (const query of ['', '&per_page=1', '&per_page=100']) {
      lengths.push((await list(`resource_id=${id}${query}`)).json().length)
    }

    assert.deepEqual(lengths, [20, 1, 100])
  })
})

describe('the filters of GET /events', async () => {
  const first = unique('org')
  const second = unique('org')
  const [max, eve] = [unique('M'), unique('E')].map((id) => ({ type: 'user', id, name: null }) as const)
  const told = await tell(
    ...[first, second].flatMap((id) =>
      [max, eve].flatMap((actor) =>
        (['organization.created', 'organization.updated'] as const).map((type) => ({
          id,
          type,
          ...(actor ? { actor } : {}),
        })),
      ),
    ),
  )
  const since = told[1]?.created_at ?? ''
  const until = told[6]?.created_at ?? ''
  const filters: Record<string, { value: string; keeps: (event: Event) => boolean }> = {
    type: { value: 'organization.updated', keeps: (one) => one.type === 'organization.updated' },
    resource_id: { value: first, keeps: (one) => one.resource_id === first },
    actor: { value: max?.id ?? '', keeps: (one) => one.actor.id === max?.id },
    created_at_since: { value: since, keeps: (one) => one.created_at >= since },
    created_at_until: { value: until, keeps: (one) => one.created_at <= until },
  }
  const names = Object.keys(filters)
  const combinations = Array.from({ length: 2 ** names.length }, (_, bits) =>
    names.filter((_, index) => bits & (1 << index)),
  )

  for (const chosen of combinations) {
    for (const sort of ['created_at', '-created_at']) {
      test(`200 ${chosen.join(' and ') || 'without one'}, sorted by ${sort}`, async () => {
        const query = chosen.map((name) => `&${name}=${encodeURIComponent(filters[name]?.value ?? '')}`).join('')
        const expected = told.filter((event) => chosen.every((name) => filters[name]?.keeps(event)))

        const found = (await pages(`per_page=100&sort=${sort}${query}`)).flat()

        const isOurs = (event: Event) => told.some(({ id }) => id === event.id)
        assert.deepEqual(found.filter(isOurs), sort === 'created_at' ? expected : expected.toReversed())
        assert.ok(found.every((event) => chosen.every((name) => filters[name]?.keeps(event))))
      })
    }
  }

  test('200 bounds include their own moment to the millisecond, in whatever offset', async () => {
    const id = first
    const at = Date.parse(told[2]?.created_at ?? '')
    const inParis = (ms: number) => encodeURIComponent(new Date(ms + 7_200_000).toISOString().replace('Z', '+02:00'))
    const count = async (query: string) => (await list(`resource_id=${id}&${query}`)).json().length

    assert.equal(await count(`created_at_since=${inParis(at)}&created_at_until=${inParis(at)}`), 1)
    assert.equal(await count(`created_at_since=${inParis(at + 1)}`), 1)
    assert.equal(await count(`created_at_until=${inParis(at - 1)}`), 2)
  })

  test('200 and nothing for what no event has', async () => {
    for (const query of [
      'resource_id=nothing',
      'actor=nobody',
      'type=vault_link.deleted',
      'created_at_since=9999-12-31T23:59:59Z',
      'created_at_until=0001-01-01T00:00:00Z',
    ]) {
      assert.deepEqual((await list(query)).json(), [], query)
    }
  })

  for (const [query, field] of [
    ['type=organization.painted', 'type'],
    ['type=', 'type'],
    ['type=role.created&type=role.updated', 'type'],
    [`resource_id=${'x'.repeat(501)}`, 'resource_id'],
    ['resource_id=%00', 'resource_id'],
    [`actor=${'x'.repeat(256)}`, 'actor'],
    ['created_at_since=yesterday', 'created_at_since'],
    ['created_at_since=2024-01-31', 'created_at_since'],
    ['created_at_until=2024-02-30T00:00:00Z', 'created_at_until'],
    ['created_at_until=2024-01-31T00:00:00', 'created_at_until'],
    ['sort=type', 'sort'],
    ['sort=created_at,id', 'sort'],
    ['per_page=0', 'per_page'],
    ['per_page=101', 'per_page'],
    ['per_page=many', 'per_page'],
    ['cursor=zzzz', 'cursor'],
    ['cursor=', 'cursor'],
  ] as const) {
    test(`400 for ${query.slice(0, 50)} names ${field}`, async () => {
      const answer = await list(query)

      assert.equal(answer.statusCode, 400)
      assert.equal(answer.json().code, 'invalid_request')
      assert.ok(answer.json().message.startsWith(`${field}: `), answer.json().message)
    })
  }
})

describe('pages of GET /events', () => {
  for (const sort of ['created_at', '-created_at']) {
    test(`lead through the log once, forwards and back, sorted by ${sort}`, async () => {
      const id = unique('org')
      const told = idsOf(await tell(...Array(7).fill({ id })))
      const query = `resource_id=${id}&per_page=3&sort=${sort}`

      const forwards = (await pages(query)).map(idsOf)
      const second = (await list(query)).headers['next-cursor'] as string
      const third = (await list(`${query}&cursor=${second}`)).headers['next-cursor'] as string
      const backwards = (await pages(query, 'previous', third)).map(idsOf)

      assert.deepEqual(forwards.flat(), sort === 'created_at' ? told : told.toReversed())
      assert.deepEqual(
        forwards.map((page) => page.length),
        [3, 3, 1],
      )
      assert.deepEqual(backwards.toReversed(), forwards)
    })
  }

  test('repeat and miss nothing among events of one moment', async () => {
    const id = unique('org')
    await doWork(acme, async (work) => {
      for (let n = 0; n < 10; n += 1) emit(work, defineEvent<{ id: string }>('organization.updated'), { id })
    })

    const up = (await pages(`resource_id=${id}&per_page=3&sort=created_at`)).flat().map((one) => one.id)
    const down = (await pages(`resource_id=${id}&per_page=3`)).flat().map((one) => one.id)

    assert.equal(new Set(up).size, 10)
    assert.deepEqual(down, up.toReversed())
  })

  test('newest first are not moved by what happens meanwhile', async () => {
    const id = unique('org')
    const told = idsOf(await tell(...Array(4).fill({ id })))
    const first = await list(`resource_id=${id}&per_page=2`)
    await tell({ id }, { id })

    const second = await list(`resource_id=${id}&per_page=2&cursor=${first.headers['next-cursor']}`)

    assert.deepEqual([...idsOf(first.json()), ...idsOf(second.json())], told.toReversed())
  })

  test('oldest first go on with what happens meanwhile: the last page, asked for again, has it at its end', async () => {
    const id = unique('org')
    const query = `resource_id=${id}&per_page=2&sort=created_at`
    const told = idsOf(await tell({ id }, { id }, { id }))
    const cursor = (await list(query)).headers['next-cursor']
    const before = await list(`${query}&cursor=${cursor}`)
    const more = idsOf(await tell({ id }, { id }))

    const after = await list(`${query}&cursor=${cursor}`)

    assert.deepEqual(idsOf(before.json()), told.slice(2))
    assert.equal(before.headers['next-cursor'], undefined)
    assert.deepEqual(idsOf(after.json()), [told[2], more[0]])
    assert.deepEqual(idsOf((await list(`${query}&cursor=${after.headers['next-cursor']}`)).json()), more.slice(1))
  })

  const others = [
    '&type=organization.created',
    '&actor=builder',
    '&sort=created_at',
    '&created_at_since=2024-01-31T00:00:00Z',
    '&created_at_until=2999-01-31T00:00:00Z',
  ]
  for (const other of others) {
    test(`400 for a cursor that is used with ${other.slice(1)} all at once`, async () => {
      const id = unique('org')
      await tell({ id }, { id })
      const cursor = (await list(`resource_id=${id}&per_page=1`)).headers['next-cursor']

      const answer = await list(`resource_id=${id}&per_page=1${other}&cursor=${cursor}`)

      assert.equal(answer.statusCode, 400)
      assert.match(answer.json().message, /^cursor: /)
    })
  }

  test("400 for a cursor of another client's log", async () => {
    const id = unique('org')
    await tell({ id }, { id })
    const cursor = (await list(`resource_id=${id}&per_page=1`)).headers['next-cursor']

    const answer = await v2('GET', `/events?resource_id=${id}&per_page=1&cursor=${cursor}`, { application: 'rival' })

    assert.equal(answer.statusCode, 400)
    assert.match(answer.json().message, /^cursor: /)
  })
})
