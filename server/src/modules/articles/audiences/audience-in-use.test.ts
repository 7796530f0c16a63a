import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { articleCalls } from '#test/harness/features/articles.ts'
import { aCustomField, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'

const service = await startApp()
const { v2 } = service
const { at, anArticle, slugs } = articleCalls(service)

/** Tries to delete something twice: while an article names it, and when none does any more. */
async function deleteTwice(path: string, slug: string, freed: object) {
  const refused = await v2('DELETE', path)
  await v2('PATCH', at(slug), { body: freed })
  const deleted = await v2('DELETE', path)
  return { refused, deleted }
}

describe('what an article names', () => {
  test('409 an organization cannot be deleted, so that nobody else reads the article', async () => {
    const code = await anOrganization(service)
    const employee = await anEmployee(service)
    const slug = await anArticle({ organizations: [code], state: 'published' })

    const before = await slugs({ employee_technical_id: employee })
    const { refused, deleted } = await deleteTwice(`/organizations/${code}`, slug, { organizations: [] })

    assert.deepEqual(before, [])
    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'organization_in_use'])
    assert.match(refused.json().message, /1 article\./)
    assert.equal(deleted.statusCode, 204)
  })

  test('409 a role cannot be deleted', async () => {
    const code = await aRole(service)
    const slug = await anArticle({ roles: [code] })

    const { refused, deleted } = await deleteTwice(`/roles/${code}`, slug, { roles: [] })

    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'role_in_use'])
    assert.match(refused.json().message, /1 article\./)
    assert.equal(deleted.statusCode, 204)
  })

  test('409 a custom field cannot be deleted, get another type, or lose a value that is asked for', async () => {
    const code = await aCustomField(service, { type: 'list', values: ['a', 'b'] })
    const slug = await anArticle({ custom_field_rules: [{ field: code, in: ['a'] }] })
    const path = `/custom_fields/${code}`
    const change = (body: object) => v2('PATCH', path, { body })

    const refusals = [await change({ type: 'string', values: [] }), await change({ values: ['b'] })]
    const allowed = [await change({ values: ['a'] }), await change({ name: 'Renamed' })]
    const { refused, deleted } = await deleteTwice(path, slug, { custom_field_rules: [] })

    for (const answer of [...refusals, refused]) {
      assert.deepEqual([answer.statusCode, answer.json().code], [409, 'custom_field_in_use'])
      assert.match(answer.json().message, /^1 article is for employees with/)
    }
    for (const answer of allowed) assert.equal(answer.statusCode, 200)
    assert.equal(deleted.statusCode, 204)
  })

  test('of another client does not hold ours up', async () => {
    const code = await anOrganization(service)
    await v2('PUT', `/organizations/${code}`, { body: { name: 'Theirs' }, application: 'rival' })
    const body = { title: 'Theirs', body: '', organizations: [code] }
    assert.equal((await v2('PUT', at('theirs'), { body, application: 'rival' })).statusCode, 201)

    assert.equal((await v2('DELETE', `/organizations/${code}`)).statusCode, 204)
  })

  test('is not deleted while somebody puts an article that names it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const code = await anOrganization(service)
      const put = v2('PUT', at(`race-${round}`), { body: { title: 'A', body: '', organizations: [code] } })

      const [article, deleted] = await Promise.all([put, v2('DELETE', `/organizations/${code}`)])

      const outcomes = [article.statusCode, deleted.statusCode].join()
      assert.ok(['201,409', '422,204'].includes(outcomes), outcomes)
    }
  })
})
