import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { acme, allowedTo, globex, unique } from '#test/harness/builders.ts'
import { anEmployee, eventsOf } from '#test/harness/features/directory/builders.ts'
import { documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { eventsWithData, filingCalls } from '#test/harness/features/documents/filing-calls.ts'
import { vaultCalls } from '#test/harness/features/documents/vault-calls.ts'
import { listCalls } from '#test/harness/http/list-calls.ts'
import { linkVault, unlinkVault } from './link-vault.ts'

const service = await startApp()
const { app, v2, db, doWork, clock } = service
const { aDocument, at } = filingCalls(service)
const { idsInVault, linksOf, theLink, unlink, unlinked, link } = vaultCalls(service)
const { call, idsOf, cursorOf, list, walk } = listCalls(service, '/vault_links', 'id')

/** An employee with a document, and so with a link. */
async function aLink() {
  const document = await aDocument('employee')
  const employee = document.employee_technical_id
  return { document, employee, link: await theLink(employee) }
}

/** New links, oldest first. */
async function someLinks(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    clock.advance(1)
    ids.push((await aLink()).link.id)
  }
  return ids
}

const refusalOf = (answer: Awaited<ReturnType<typeof v2>>) => [answer.statusCode, answer.json().code]

describe('the first document of an employee', () => {
  test('opens the link to the vault, and the second one finds it', async () => {
    const employee = await anEmployee(service)
    const before = await linksOf(employee)

    const first = await aDocument('employee', { employee_technical_id: employee })
    const links = await linksOf(employee)
    clock.advance(5)
    const second = await aDocument('employee', { employee_technical_id: employee })

    assert.deepEqual(before, [])
    assert.deepEqual([first.linked_to_vault, second.linked_to_vault], [true, true])
    assert.equal(links.length, 1)
    assert.deepEqual(links[0], { id: links[0]?.id, employee_technical_id: employee, created_at: first.created_at })
    assert.deepEqual(await linksOf(employee), links)
  })

  test('opens none when it is refused', async () => {
    const employee_technical_id = await anEmployee(service)
    const { external_unique_id } = await aDocument('employee', { external_unique_id: unique('ext') })

    await assert.rejects(aDocument('employee', { employee_technical_id, external_unique_id }), /taken/)

    assert.deepEqual(await linksOf(employee_technical_id), [])
  })

  test('opens none for a company document, whomever it names', async () => {
    const employee_technical_id = await anEmployee(service)

    const document = await aDocument('company', { employee_technical_id })

    assert.equal(document.linked_to_vault, false)
    assert.deepEqual(await linksOf(employee_technical_id), [])
  })
})

describe('GET /vault_links', () => {
  test('200 lists links, newest first, as they read one by one', async () => {
    const ids = await someLinks(3)

    const answer = await call({ per_page: 3 })

    assert.deepEqual(idsOf(answer), ids.toReversed())
    for (const one of answer.json()) assert.deepEqual((await v2('GET', `/vault_links/${one.id}`)).json(), one)
  })

  test('200 lists nothing for an employee who has none, or is not there', async () => {
    for (const employee_technical_id of [await anEmployee(service), unique('E'), '', "'"]) {
      assert.deepEqual(await list({ employee_technical_id }), [])
    }
  })

  test('200 walks through all pages, forth and back', async () => {
    const newest = (await someLinks(5)).toReversed()
    const query = { per_page: 2 }

    const first = await call(query)
    const second = await call({ ...query, cursor: cursorOf(first, 'next') ?? '' })
    const back = await walk(query, second, 'previous')

    assert.deepEqual([idsOf(first), idsOf(second)], [newest.slice(0, 2), newest.slice(2, 4)])
    assert.deepEqual(back, [newest.slice(2, 4), newest.slice(0, 2)])
    assert.ok((await walk(query, first, 'next')).flat().includes(newest[4] ?? ''))
  })

  test('200 tells links of one moment apart', async () => {
    const ids = await someLinks(3)
    await db.updateTable('vault_links').set({ created_at: clock.now() }).where('id', 'in', ids).execute()

    const pages = await walk({ per_page: 1 }, await call({ per_page: 1 }), 'next')

    assert.deepEqual(pages.flat().slice(0, 3), ids.toSorted().toReversed())
    assert.equal(new Set(pages.flat()).size, pages.length)
  })

  test('400 for a cursor of another list, and for a page that is too large', async () => {
    await someLinks(2)
    const { employee } = await aLink()
    const cursor = cursorOf(await call({ per_page: 1 }), 'next') ?? assert.fail('no cursor')

    for (const query of [{ cursor, employee_technical_id: `${employee}` }, { cursor: 'x' }, { per_page: 101 }]) {
      assert.deepEqual(refusalOf(await call(query)), [400, 'invalid_request'])
    }
  })
})

describe('DELETE /vault_links/{id}', () => {
  test('204 unlinks employee and vault, once, and tells it', async () => {
    const { employee, link: one } = await aLink()

    const answer = await unlink(one)
    const again = await unlink(one)

    assert.deepEqual([answer.statusCode, answer.body], [204, ''])
    assert.deepEqual(refusalOf(again), [404, 'not_found'])
    assert.deepEqual(again.json().message, `Vault link ${one.id} not found.`)
    assert.equal((await v2('GET', `/vault_links/${one.id}`)).statusCode, 404)
    assert.deepEqual(await linksOf(employee), [])
    assert.deepEqual(await eventsWithData(service, one.id), [{ type: 'vault_link.deleted', data: one }])
  })

  test('204 takes every document from the vault’s link, without an event for each', async () => {
    const { document, employee } = await aLink()
    const other = await aDocument('employee', { employee_technical_id: employee })
    const stranger = await aDocument('employee')
    clock.advance(5)

    await unlinked(employee)

    for (const one of [document, other]) {
      const { updated_at, ...after } = (await v2('GET', at(one))).json()
      assert.deepEqual({ ...after, updated_at: one.updated_at }, { ...one, linked_to_vault: false })
      assert.ok(updated_at > one.updated_at)
      assert.deepEqual(await eventsOf(db, one.id), ['employee_document.created'])
    }
    assert.deepEqual((await v2('GET', at(stranger))).json(), stranger)
  })

  test('204 keeps what is filed later from the vault, in both groups', async () => {
    const { document, employee } = await aLink()
    await unlinked(employee)

    const later = await aDocument('employee', { employee_technical_id: employee })
    const { document_type_code } = document
    const uploaded = await documentCalls(service).uploaded({ document_type_code, employee_technical_id: employee })

    for (const id of [later.id, uploaded]) {
      assert.equal((await v2('GET', `/employee_documents/${id}`)).json().linked_to_vault, false)
    }
    assert.deepEqual(await linksOf(employee), [])
    assert.deepEqual(await idsInVault(employee), [document.id])
  })

  test('404 for an id that is unknown or of another form', async () => {
    for (const id of [randomUUID(), 'x', '%00']) {
      assert.deepEqual(refusalOf(await v2('DELETE', `/vault_links/${id}`)), [404, 'not_found'])
      assert.deepEqual(refusalOf(await v2('GET', `/vault_links/${id}`)), [404, 'not_found'])
    }
  })

  test('neither unlinks nor tells of it when the work fails later', async () => {
    const { document, employee, link: one } = await aLink()

    const work = doWork(acme, async (work) => {
      await unlinkVault(work, one.id)
      throw new Error('later')
    })

    await assert.rejects(work, /later/)
    assert.deepEqual(await linksOf(employee), [one])
    assert.deepEqual((await v2('GET', at(document))).json(), document)
    assert.deepEqual(await eventsOf(db, one.id), [])
  })
})

describe('POST /vault_links', () => {
  test('201 links employee and vault again: the link is another, and the vault the same', async () => {
    const { document, employee, link: old } = await aLink()
    await unlinked(employee)
    const meanwhile = await aDocument('employee', { employee_technical_id: employee })
    clock.advance(5)

    const answer = await link(employee)
    const later = await aDocument('employee', { employee_technical_id: employee })

    const { id, created_at } = answer.json()
    assert.equal(answer.statusCode, 201)
    assert.deepEqual(answer.json(), { id, employee_technical_id: employee, created_at })
    assert.ok(id !== old.id && created_at > old.created_at)
    assert.deepEqual(await linksOf(employee), [answer.json()])
    assert.equal((await v2('GET', `/vault_links/${old.id}`)).statusCode, 404)
    assert.equal((await v2('GET', at(meanwhile))).json().linked_to_vault, false)
    assert.equal((await v2('GET', at(document))).json().linked_to_vault, false)
    assert.equal(later.linked_to_vault, true)
    assert.deepEqual(await idsInVault(employee), [later.id, document.id])
    assert.deepEqual(await eventsOf(db, id), [])
  })

  test('201 links an employee who has no document yet, and the first one finds the link', async () => {
    const employee = await anEmployee(service)

    const answer = await link(employee)
    const document = await aDocument('employee', { employee_technical_id: employee })

    assert.equal(answer.statusCode, 201)
    assert.equal(document.linked_to_vault, true)
    assert.deepEqual(await linksOf(employee), [answer.json()])
  })

  test('409 when they are linked, and nothing changes', async () => {
    const { employee, link: one } = await aLink()

    const answer = await link(employee)

    const message = `Employee ${employee} is already linked to the vault.`
    assert.deepEqual([answer.statusCode, answer.json()], [409, { code: 'already_linked', message }])
    assert.deepEqual(await linksOf(employee), [one])
  })

  test('422 for an employee who is not there, was deleted, or is of another client', async () => {
    const { employee: deleted } = await aLink()
    await v2('DELETE', `/employees/${deleted}`)
    const foreign = await anEmployee(service, { owner: globex })

    for (const one of [unique('E'), deleted, foreign]) {
      const answer = await link(one)
      const error = {
        field: 'employee_technical_id',
        code: 'unknown_employee',
        message: `Employee ${one} not found.`,
      }
      assert.deepEqual([answer.statusCode, answer.json().errors], [422, [error]])
    }
  })

  for (const [what, body, code] of [
    ['no employee', {}, 'required'],
    ['an empty one', { employee_technical_id: '' }, 'too_short'],
    ['a number', { employee_technical_id: 7 }, 'wrong_type'],
    ['a name that is too long', { employee_technical_id: 'x'.repeat(51) }, 'too_long'],
    ['NUL', { employee_technical_id: '\0' }, 'invalid_text'],
  ] as const) {
    test(`422 for ${what}`, async () => {
      const answer = await v2('POST', '/vault_links', { body })

      const [error] = answer.json().errors
      assert.deepEqual([answer.statusCode, error.field, error.code], [422, 'employee_technical_id', code])
    })
  }

  test('makes none when the work fails later', async () => {
    const employee = await anEmployee(service)

    const work = doWork(acme, async (work) => {
      await linkVault(work, employee)
      throw new Error('later')
    })

    await assert.rejects(work, /later/)
    assert.deepEqual(await linksOf(employee), [])
  })
})

describe('the link of an employee who is deleted', () => {
  test('stays, and can be deleted too', async () => {
    const { document, employee, link: one } = await aLink()
    await v2('DELETE', `/employees/${employee}`)

    assert.deepEqual(await linksOf(employee), [one])
    assert.equal((await unlink(one)).statusCode, 204)
    assert.deepEqual(await idsInVault(employee), [document.id])
  })
})

describe('who may read and change vault links', () => {
  const calls = [
    ['GET', () => '/vault_links', 'read', 200],
    ['GET', (id: string) => `/vault_links/${id}`, 'read', 200],
    ['POST', () => '/vault_links', 'write', 201],
    ['DELETE', (id: string) => `/vault_links/${id}`, 'write', 204],
  ] as const

  for (const [method, pathOf, needed, status] of calls) {
    test(`${method} ${pathOf('{id}')} needs vault_links:${needed}`, async () => {
      const { employee, link: one } = await aLink()
      const url = `/api/v2/client${pathOf(one.id)}`
      const newcomer = await anEmployee(service)
      const payload = method === 'POST' ? { payload: { employee_technical_id: newcomer } } : {}
      const send = (headers: Record<string, string>) => app.inject({ method, url, headers, ...payload })
      const other = needed === 'read' ? 'write' : 'read'

      for (const permissions of [[`vault_links:${other}`], ['employees:*', 'employee_documents:*'], []]) {
        const answer = await send(await allowedTo(service, ...permissions))
        assert.deepEqual([answer.statusCode, answer.json().code], [403, 'insufficient_scope'], permissions.join())
      }
      const strangers = [await send({}), await send({ 'x-api-key': 'acme-api-key' })]
      assert.deepEqual(
        strangers.map((answer) => answer.statusCode),
        [401, 401],
      )
      assert.deepEqual([await linksOf(employee), await linksOf(newcomer)], [[one], []])
      assert.equal((await send(await allowedTo(service, `vault_links:${needed}`))).statusCode, status)
    })
  }

  test("another client's link is as one that is not there", async () => {
    const { employee, link: one } = await aLink()
    const absent = randomUUID()

    for (const method of ['GET', 'DELETE'] as const) {
      const theirs = await v2(method, `/vault_links/${one.id}`, { application: 'rival' })
      const nobodys = await v2(method, `/vault_links/${absent}`, { application: 'rival' })
      assert.equal(theirs.statusCode, 404)
      assert.equal(theirs.body.replace(one.id, absent), nobodys.body)
    }
    assert.deepEqual(await linksOf(employee, 'rival'), [])
    assert.deepEqual((await v2('GET', '/vault_links', { application: 'rival' })).json(), [])
    assert.deepEqual(await linksOf(employee), [one])
  })

  test('an employee of the same name of another client has a link of its own', async () => {
    const employee = unique('E')
    for (const owner of [acme, globex]) await anEmployee(service, { owner, technical_id: employee })
    await aDocument('employee', { employee_technical_id: employee })
    const theirs = await aDocument('employee', { employee_technical_id: employee, application: 'rival' })

    await unlinked(employee)

    assert.equal((await linksOf(employee, 'rival')).length, 1)
    assert.deepEqual((await v2('GET', at(theirs), { application: 'rival' })).json(), theirs)
  })
})
