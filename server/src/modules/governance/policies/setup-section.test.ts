import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { applySetup, parseSetup } from '#src/setup.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'

const service = await startApp()
const { v2 } = service

const apply = async (...retention_policies: object[]) =>
  (await applySetup(service, parseSetup({ clients: [{ id: 'acme', retention_policies }] })))
    .flatMap((one) => one.changes)
    .filter((one) => one.what.startsWith('retention policy'))
    .map(({ what, outcome }) => `${outcome} ${what}`)
const policy = {
  name: 'Payslips',
  resource_type: 'note',
  trigger: { event: 'created' },
  delay: 'P5Y',
  action: 'delete',
}

describe('the section retention_policies', () => {
  test('creates policies, changes what differs and deletes nothing', async () => {
    const [one, other] = [unique('rp'), unique('rp')]

    assert.deepEqual(await apply({ id: one, ...policy }, { id: other, ...policy }), [
      `created retention policy ${one}`,
      `created retention policy ${other}`,
    ])
    assert.deepEqual(await apply({ id: one, ...policy }, { id: other, ...policy, delay: 'P6Y' }), [
      `unchanged retention policy ${one}`,
      `updated retention policy ${other}`,
    ])
    assert.deepEqual(await apply(), [])
    const read = (await v2('GET', `/retention_policies/${one}`)).json()
    assert.deepEqual([read.origin, read.delay], ['setup', 'P5Y'])
  })

  test('applies policies for what the same file defines', async () => {
    const [type, organization, id] = [unique('type'), unique('org'), unique('rp')]
    const filters = { document_type_codes: [type], organization_codes: [organization] }
    const file = {
      organizations: [{ code: organization, name: 'New' }],
      document_types: [{ code: type, kind: 'employee' }],
      retention_policies: [{ id, ...policy, resource_type: 'employee_document', filters }],
    }

    await applySetup(service, parseSetup({ clients: [{ id: 'acme', ...file }] }))

    assert.partialDeepStrictEqual((await v2('GET', `/retention_policies/${id}`)).json(), { filters })
  })

  const mistakes: Record<string, [object, RegExp]> = {
    'an unknown type': [
      { id: 'a', ...policy, resource_type: 'employee_document', filters: { document_type_codes: ['none'] } },
      /retention_policies\[0\]\.filters\.document_type_codes\[0\]: Document type none not found\./,
    ],
    'a wrong delay': [{ id: 'a', ...policy, delay: 'five years' }, /retention_policies\[0\]\.delay: /],
    'the id of a document type': [{ id: 'type:a', ...policy }, /retention_policies\[0\]\.id: /],
    'a reserved id': [{ id: 'bulk', ...policy }, /retention_policies\[0\]\.id: /],
  }
  for (const [what, [one, message]] of Object.entries(mistakes)) {
    test(`refuses ${what} by its place, and stores nothing`, async () => {
      const id = unique('rp')

      await assert.rejects(apply(one, { id, ...policy }), { name: 'StartRefused', message })
      assert.equal((await v2('GET', `/retention_policies/${id}`)).statusCode, 404)
    })
  }
})

/** The JSON blocks of the guide, with their comments left out. */
async function sectionsOfGuide(): Promise<{ id: string; filters?: { document_type_codes?: string[] } }[]> {
  const guide = await readFile(join(import.meta.dirname, '../../../../../docs/guides/retention.md'), 'utf8')
  const blocks = [...guide.matchAll(/```jsonc\n([\s\S]*?)```/g)].map(([, block = '']) => block)
  return blocks.flatMap((block) => JSON.parse(block.replace(/^\s*\/\/.*$/gm, '')).retention_policies)
}

describe('docs/guides/retention.md', () => {
  test('has set-up sections that a client with these document types can apply, and that change nothing twice', async () => {
    const policies = await sectionsOfGuide()
    assert.ok(policies.length > 10)
    const codes = new Set(policies.flatMap((one) => one.filters?.document_type_codes ?? []))
    for (const code of codes) await aDocumentType(service, { code })

    const [first, second] = [await apply(...policies), await apply(...policies)]

    assert.deepEqual(
      first,
      policies.map(({ id }) => `created retention policy ${id}`),
    )
    assert.deepEqual(
      second,
      policies.map(({ id }) => `unchanged retention policy ${id}`),
    )
  })
})
