import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkAgainst } from '#platform/http/validation/validation.ts'
import { applySetup } from '#src/setup.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, globex, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aZip, distributionCalls } from '#test/harness/features/distributions.ts'
import { aDocumentType } from '#test/harness/features/documents/document-calls.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { testSetup } from '#test/harness/setup.ts'
import { findGroup, findPaper, findType, findValidationOptionById } from './queries.ts'
import type { DistributionSettings, DistributionType } from './schemas.ts'
import { distributionSection } from './setup-section.ts'

const service = await startApp()
const { db, keyring } = service
const { create, project, read, report, run, send, spool } = distributionCalls(service)
const payslip = await aDocumentType(service)
const number = '(?<employee_number>[0-9]+)'

const apply = (settings: DistributionSettings, owner: typeof acme | typeof globex = acme) =>
  service.doWork(owner, (work) => distributionSection.apply(work, settings, keyring))

let lastId = 1000
function aType(given: Partial<DistributionType> = {}): DistributionType {
  lastId += 1
  const code = unique('type')
  return { id: lastId, code, format: 'zip_names', document_type: payslip, pattern: number, ...given }
}

/** That applying is refused for these fields, each with its code. */
async function assertRefused(settings: DistributionSettings, fields: [field: string, code: string, message: RegExp][]) {
  await assert.rejects(apply(settings), (error: Error & { kind?: string; fields?: { message: string }[] }) => {
    assert.equal(error.kind, 'invalid', String(error))
    assert.partialDeepStrictEqual(
      error.fields,
      fields.map(([field, code]) => ({ field, code })),
    )
    assert.equal(error.fields?.length, fields.length)
    for (const [index, [, , message]] of fields.entries()) assert.match(error.fields?.[index]?.message ?? '', message)
    return true
  })
}

describe('the section distribution of the set-up file', () => {
  test('creates, changes and leaves alone: options, paper, groups and types', async () => {
    const option = unique('option')
    const paper = unique('paper')
    const group = unique('group')
    const type = aType()
    const manager = await aManager(service)
    const settings = (name: string): DistributionSettings => ({
      validation_options: [{ id: type.id, code: option, name }],
      paper_configurations: [{ code: paper, name, address_window: 'left', duplex: true }],
      groups: [{ code: group, name, managers: [manager] }],
      types: [{ ...type, name }],
    })

    const outcomes = [
      await apply(settings('One')),
      await apply(settings('One')),
      await apply(settings('Two')),
      await apply(settings('Two')),
    ]

    const lines = (outcome: string) => [
      { what: `distribution group ${group}`, outcome },
      { what: `validation option ${option}`, outcome },
      { what: `paper configuration ${paper}`, outcome },
      { what: `distribution type ${type.code}`, outcome },
    ]
    assert.deepEqual(outcomes, ['created', 'unchanged', 'updated', 'unchanged'].map(lines))
    assert.deepEqual(await findValidationOptionById(db, acme.client, type.id), {
      id: type.id,
      code: option,
      name: 'Two',
      validators: 1,
      group: null,
      acknowledge_warnings: false,
    })
    assert.deepEqual(await findPaper(db, acme.client, paper), {
      code: paper,
      name: 'Two',
      address_window: 'left',
      duplex: true,
    })
    assert.deepEqual(await findGroup(db, acme.client, group), { code: group, name: 'Two', managers: [manager] })
    assert.deepEqual(await findType(db, acme.client, 'id', String(type.id)), { ...type, name: 'Two' })
  })

  test('names things by their codes, has defaults, and nothing at all is fine', async () => {
    const paper = unique('paper')
    const group = unique('group')
    const option = unique('option')
    lastId += 1
    const settings = {
      paper_configurations: [{ code: paper }],
      groups: [{ code: group }],
      validation_options: [{ id: lastId, code: option }],
    }

    await apply(settings)

    assert.deepEqual(await findPaper(db, acme.client, paper), {
      code: paper,
      name: paper,
      address_window: 'right',
      duplex: false,
    })
    assert.deepEqual(await findGroup(db, acme.client, group), { code: group, name: group, managers: [] })
    assert.equal((await findValidationOptionById(db, acme.client, lastId))?.name, option)
    assert.ok((await apply(settings)).every(({ outcome }) => outcome === 'unchanged'))
    assert.deepEqual(await apply({}), [])
  })

  test('gives a number another code; what is left out of a file stays', async () => {
    const type = aType()
    const other = aType()
    await apply({ types: [type, other], validation_options: [{ id: type.id, code: type.code }] })

    const renamed = unique('type')
    const changes = await apply({
      types: [{ ...type, code: renamed }],
      validation_options: [{ id: type.id, code: renamed }],
    })

    assert.deepEqual(
      changes.map(({ outcome }) => outcome),
      ['updated', 'updated'],
    )
    assert.equal(await findType(db, acme.client, 'code', type.code), undefined)
    assert.equal((await findType(db, acme.client, 'code', renamed))?.id, type.id)
    assert.equal((await findType(db, acme.client, 'code', other.code))?.id, other.id)
  })

  test('clients have their own: the same numbers and codes are others for others', async () => {
    const type = aType()
    const theirs = await aDocumentType(service, { owner: globex })
    await apply({ types: [type], groups: [{ code: type.code }] })

    const changes = await apply({ types: [{ ...type, document_type: theirs }], groups: [{ code: type.code }] }, globex)

    assert.ok(changes.every(({ outcome }) => outcome === 'created'))
    assert.equal((await findType(db, acme.client, 'code', type.code))?.document_type, payslip)
    assert.equal((await findType(db, globex.client, 'code', type.code))?.document_type, theirs)
  })

  test('what it made can be chosen for a project and its spools, by code or number', async () => {
    const option = unique('option')
    const paper = unique('paper')
    const group = unique('group')
    const type = aType()
    await apply({
      validation_options: [{ id: type.id, code: option }],
      paper_configurations: [{ code: paper }],
      groups: [{ code: group }],
      types: [type],
    })

    const id = await project({ validation_option: option, delivery_paper_conf: paper, group })
    const byNumber = await project({ validation_option: String(type.id) })

    const { validation_option, delivery_paper_conf, group: chosen } = await read(id)
    assert.deepEqual([validation_option, delivery_paper_conf, chosen], [type.id, paper, group])
    assert.equal((await read(byNumber)).validation_option, type.id)
    const source_file = new File([aPdf()], 'a.zip')
    const answers = [
      await send(id, { name: 'a', distribution_type_value: type.code, source_file }),
      await send(id, {
        name: 'b',
        distribution_type_type: 'id',
        distribution_type_value: String(type.id),
        source_file,
      }),
      await send(id, { name: 'c', distribution_type_value: String(type.id), source_file }),
    ]
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [200, 200, 400],
    )
  })

  test('a spool keeps the type that it was added with', async () => {
    const number = unique('').replaceAll(/\D/g, '').padStart(8, '7')
    const registrations = [{ organization_code: await anOrganization(service), employee_number: number }]
    const employee = await anEmployee(service, { registrations })
    const other = await aDocumentType(service)
    const type = aType({ title: 'Before' })
    await apply({ types: [type] })
    const id = await project()
    const bytes = await aZip({ [`${number}.pdf`]: aPdf() })
    const before = await spool(id, { type: type.code, bytes })
    const code = unique('type')

    await apply({
      types: [{ ...type, code, title: 'After', document_type: other, pattern: '(?<technical_id>.*)[.]pdf' }],
    })
    const after = await spool(id, { type: code, bytes })
    await run(before)
    await run(after)

    assert.deepEqual(
      (await report(id)).map((line) => [line.title, line.document_type_code, line.employee_technical_id]),
      [
        ['Before', payslip, employee],
        ['After', other, null],
      ],
    )
  })

  test('refuses patterns that are none, or that find no employee', async () => {
    const types = (given: Partial<DistributionType>) => ({ types: [aType(), aType(given)] })
    const cases: [Partial<DistributionType>, string, RegExp][] = [
      [
        { pattern: '(?<employee_number>[0-9]+' },
        'invalid_pattern',
        /^This is not a valid regular expression: .*Unterminated/,
      ],
      [{ pattern: '(?<employee_number>\\-)' }, 'invalid_pattern', /^This is not a valid regular expression: /],
      [{ pattern: '(?<a>.)(?<a>.)(?<technical_id>.)' }, 'invalid_pattern', /^This is not a valid regular expression: /],
      [{ pattern: '[0-9]+' }, 'invalid_pattern', /must have the group/],
      [{ pattern: '(?<number>[0-9]+)' }, 'invalid_pattern', /must have the group/],
    ]
    for (const [given, code, message] of cases) {
      await assertRefused(types(given), [['types.1.pattern', code, message]])
    }
    for (const format of ['zip_names', 'pdf_split', 'txt_split'] as const) {
      const { pattern, ...type } = aType({ format })
      await assertRefused({ types: [type] }, [
        ['types.0.pattern', 'required', new RegExp(`${format} requires a pattern`)],
      ])
    }
    const { pattern, ...indexed } = aType({ format: 'zip_index' })
    await apply({ types: [indexed, aType({ pattern: '(?<technical_id>.*)' })] })
  })

  test('refuses what it names and there is not: document types, managers, organizations', async () => {
    const company = await aDocumentType(service, { kind: 'company' })
    const theirs = await aDocumentType(service, { owner: globex })
    const known = await aManager(service)
    const stranger = await aManager(service, { owner: globex })
    const elsewhere = await anOrganization(service, { owner: globex })

    for (const document_type of [company, theirs, 'nothing']) {
      const message = new RegExp(`^Employee document type ${document_type} not found`)
      await assertRefused({ types: [aType({ document_type })] }, [
        ['types.0.document_type', 'unknown_document_type', message],
      ])
    }
    for (const organization of [elsewhere, 'nowhere']) {
      await assertRefused({ types: [aType(), aType({ organization })] }, [
        ['types.1.organization', 'unknown_organization', /^Organization .+ not found\.$/],
      ])
    }
    const groups = [{ code: unique('group') }, { code: unique('group'), managers: [known, stranger, 'nobody'] }]
    await assertRefused({ groups }, [
      ['groups.1.managers.1', 'unknown_manager', /^Manager .+ not found\.$/],
      ['groups.1.managers.2', 'unknown_manager', /^Manager nobody not found/],
    ])
    await apply({ types: [aType({ organization: await anOrganization(service) })] })
  })

  test('refuses a validation by more people than the group has', async () => {
    const one = await aManager(service)
    const other = await aManager(service)
    const code = unique('group')
    const option = { id: 901, code: unique('option'), group: code, validators: 2 }

    for (const managers of [[], [one], [one, one]]) {
      await assertRefused({ groups: [{ code, managers }], validation_options: [option] }, [
        ['validation_options.0.validators', 'too_few_managers', /has [01] managers, fewer than the 2/],
      ])
    }
    await apply({ groups: [{ code, managers: [one, other] }], validation_options: [option] })
  })

  test('refuses what is listed twice, taken or reserved', async () => {
    const one = aType()
    const other = aType()
    const taken = { id: lastId + 1, code: unique('option') }
    await apply({ types: [one], validation_options: [taken] })

    await assertRefused({ types: [other, { ...aType(), id: other.id }] }, [
      ['types.1.id', 'repeated', /listed more than once/],
    ])
    await assertRefused({ types: [other, { ...aType(), code: other.code }] }, [
      ['types.1.code', 'repeated', /listed more than once/],
    ])
    await assertRefused({ types: [{ ...other, code: one.code }] }, [
      ['types.0.code', 'taken', new RegExp(`belongs to number ${one.id}`)],
    ])
    await assertRefused({ validation_options: [{ id: taken.id + 1, code: taken.code }] }, [
      ['validation_options.0.code', 'taken', new RegExp(`belongs to number ${taken.id}`)],
    ])
    // A code may be the number of another.
    const number = { id: lastId + 2, code: String(taken.id) }
    await apply({ validation_options: [number] })
    await assertRefused({ validation_options: [{ id: taken.id + 2, code: number.code }] }, [
      ['validation_options.0.code', 'taken', new RegExp(`belongs to number ${number.id}`)],
    ])
    const twice = [{ code: 'twice' }, { code: 'twice' }]
    await assertRefused({ groups: twice }, [['groups.1.code', 'repeated', /listed more than once/]])
    await assertRefused({ paper_configurations: twice }, [
      ['paper_configurations.1.code', 'repeated', /listed more than once/],
    ])
    await assertRefused({ validation_options: twice.map((option, index) => ({ id: 9000 + index, ...option })) }, [
      ['validation_options.1.code', 'repeated', /listed more than once/],
    ])
    await assertRefused({ validation_options: [{ id: 9000, code: '0' }] }, [
      ['validation_options.0.code', 'reserved', /manual validation/],
    ])
    await assertRefused({ paper_configurations: [{ code: 'no-paper' }] }, [
      ['paper_configurations.0.code', 'reserved', /no paper/],
    ])
  })

  test('leaves nothing behind when a later part of it is refused', async () => {
    const option = unique('option')
    const type = aType()

    await assertRefused(
      { validation_options: [{ id: type.id, code: option }], types: [type, aType({ document_type: 'nothing' })] },
      [['types.1.document_type', 'unknown_document_type', /nothing/]],
    )

    assert.equal(await findValidationOptionById(db, acme.client, type.id), undefined)
    assert.equal(await findType(db, acme.client, 'code', type.code), undefined)
    assert.equal((await create({ name: 'A', validation_option: option })).statusCode, 400)
  })

  test('is read from a whole set-up file; a mistake is named by its path in it', async () => {
    const document_type = unique('type')
    const [acmeSetup] = testSetup.clients
    assert.ok(acmeSetup)
    const document_types = [{ code: document_type, kind: 'employee' }]
    const setup = (distribution: object) => ({
      clients: [{ ...acmeSetup, document_types, distribution }],
    })
    const type = aType({ document_type })

    await applySetup(service, setup({ types: [type] }))

    assert.equal((await findType(db, acme.client, 'code', type.code))?.id, type.id)
    await assert.rejects(
      applySetup(service, setup({ types: [aType(), aType({ document_type: 'nothing' })] })),
      /clients\[0\]\.distribution\.types\[1\]\.document_type: Employee document type nothing not found/,
    )
  })

  test('has a form of which every mistake has its path', () => {
    const type = aType()
    const group = { code: 'group', managers: ['m'] }
    const mistakes: [object, string][] = [
      [{ types: [{ ...type, id: 0 }] }, 'types.0.id'],
      [{ types: [type, { ...type, code: 'a b' }] }, 'types.1.code'],
      [{ types: [{ ...type, format: 'zip' }] }, 'types.0.format'],
      [{ types: [{ ...type, split_at: 'line' }] }, 'types.0.split_at'],
      [{ types: [{ ...type, pattern: '' }] }, 'types.0.pattern'],
      [{ types: [{ ...type, metas: { net: 5 } }] }, 'types.0.metas.net'],
      [{ types: [{ ...type, document_type: undefined }] }, 'types.0.document_type'],
      [{ groups: [{ ...group, managers: [''] }] }, 'groups.0.managers.0'],
      [{ paper_configurations: [{ code: 'a', address_window: 'top' }] }, 'paper_configurations.0.address_window'],
      [{ validation_options: [{ id: 2 ** 31, code: 'large' }] }, 'validation_options.0.id'],
    ]
    for (const [settings, field] of mistakes) {
      const content = JSON.parse(JSON.stringify(settings))
      assert.deepEqual(
        checkAgainst(distributionSection.schema, content).map((mistake) => mistake.field),
        [field],
      )
    }
    assert.deepEqual(checkAgainst(distributionSection.schema, { types: [type], groups: [group] }), [])
  })
})
