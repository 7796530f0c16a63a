import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { anEmployee, anOrganization } from '#test/harness/features/directory/builders.ts'
import { aDistributionType, aZip, distributionCalls } from '#test/harness/features/distributions.ts'
import { aPdf } from '#test/harness/files/pdf.ts'

const service = await startApp()
const { v2 } = service
const { delivered, prepared, report } = distributionCalls(service)

const lyon = await anOrganization(service)
const paris = await anOrganization(service)
const type = await aDistributionType(service, { format: 'zip_index' })

type Row = { employee_number?: string; technical_id?: string; organization?: string }

/** A ZIP whose index has a part for each of these. */
function spoolOf(rows: Row[], of = type) {
  const cells = rows.map(
    (row) => `a.pdf,${row.employee_number ?? ''},${row.technical_id ?? ''},${row.organization ?? ''}`,
  )
  return aZip({
    'a.pdf': aPdf(),
    'index.csv': ['file,employee_number,technical_id,organization', ...cells].join('\n'),
  }).then((bytes) => ({ type: of, bytes }))
}

/** What became of each row: whose it is, or why it is nobody's. */
async function matched(rows: Row[], of = type) {
  const lines = await report(await prepared([await spoolOf(rows, of)]))
  return lines.map(({ outcome, reason, employee_technical_id }) =>
    outcome === 'matched' ? employee_technical_id : [outcome, reason, employee_technical_id],
  )
}

const at = (organization_code: string, employee_number: string, active = true) => ({
  organization_code,
  employee_number,
  active,
})

const UNKNOWN = ['unmatched', 'unknown_employee', null]
const AMBIGUOUS = ['ambiguous', 'several_employees', null]

describe('whose a part is', () => {
  test('is told by the number, and by the organization where there is one', async () => {
    const number = unique('7')
    const ada = await anEmployee(service, { registrations: [at(lyon, number)] })

    const found = await matched([
      { employee_number: number },
      { employee_number: number, organization: lyon },
      { employee_number: number, organization: paris },
      { employee_number: number, organization: 'nowhere' },
      { employee_number: `0${number}` },
      { employee_number: ada },
      { organization: lyon },
    ])

    assert.deepEqual(found, [ada, ada, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, ['unmatched', 'no_employee', null]])
  })

  test('is told by the technical id before anything else', async () => {
    const number = unique('7')
    const ada = await anEmployee(service, { registrations: [at(lyon, number)] })
    const bob = await anEmployee(service)

    const found = await matched([
      { technical_id: bob },
      { technical_id: bob, employee_number: number, organization: lyon },
      { technical_id: 'nobody', employee_number: number },
      { technical_id: number },
      { technical_id: ada, organization: paris },
    ])

    assert.deepEqual(found, [bob, bob, UNKNOWN, UNKNOWN, ada])
  })

  test('is not known when two have the number, until an organization tells them apart', async () => {
    const number = unique('7')
    const ada = await anEmployee(service, { registrations: [at(lyon, number)] })
    const bob = await anEmployee(service, { registrations: [at(paris, number)] })

    const rows = [{}, { organization: lyon }, { organization: paris }].map((one) => ({
      employee_number: number,
      ...one,
    }))
    const id = await prepared([await spoolOf(rows)])

    const lines = await report(id)
    assert.deepEqual(
      lines.map(({ outcome, reason, employee_technical_id }) => [outcome, reason, employee_technical_id]),
      [AMBIGUOUS, ['matched', null, ada], ['matched', null, bob]],
    )
    assert.equal(lines[0]?.message, '2 employees match; specify an organization to tell them apart.')
  })

  test('is one person who has the number in two organizations, and goes to the one that is named', async () => {
    const number = unique('7')
    const ada = await anEmployee(service, { registrations: [at(lyon, number), at(paris, number)] })
    const rows = [{}, { organization: paris }].map((one) => ({ employee_number: number, ...one }))

    const id = await delivered([await spoolOf(rows)])

    const lines = await report(id)
    assert.deepEqual(
      lines.map((line) => line.employee_technical_id),
      [ada, ada],
    )
    const organizations = await Promise.all(
      lines.map(async ({ document_id }) =>
        (await v2('GET', `/employee_documents/${document_id}`)).json().organization_codes.toSorted(),
      ),
    )
    assert.deepEqual(organizations, [[lyon, paris].sort(), [paris]])
  })

  test('is told within the organization of the type, unless the part names another', async () => {
    const number = unique('7')
    const ada = await anEmployee(service, { registrations: [at(lyon, number)] })
    const bob = await anEmployee(service, { registrations: [at(paris, number)] })
    const ofLyon = await aDistributionType(service, { format: 'zip_index', organization: lyon })
    const rows = [{ employee_number: number }, { employee_number: number, organization: paris }, { technical_id: bob }]

    const lines = await report(await prepared([await spoolOf(rows, ofLyon)]))

    assert.deepEqual(
      lines.map(({ employee_technical_id, organization }) => [employee_technical_id, organization]),
      [
        [ada, lyon],
        [bob, paris],
        [bob, lyon],
      ],
    )
  })

  test('may be somebody who has left, and is told so; nobody who was deleted', async () => {
    const left = unique('7')
    const gone = unique('7')
    const back = unique('7')
    const ada = await anEmployee(service, {
      first_name: 'Ada',
      last_name: 'Byron',
      registrations: [at(lyon, left, false)],
    })
    const deleted = await anEmployee(service, { registrations: [at(lyon, gone)] })
    const cyd = await anEmployee(service, { registrations: [at(lyon, back)] })
    for (const one of [deleted, cyd]) assert.equal((await v2('DELETE', `/employees/${one}`)).statusCode, 204)
    assert.equal((await v2('POST', `/employees/${cyd}/restore`)).statusCode, 200)

    const rows = [
      { employee_number: left },
      { employee_number: gone },
      { technical_id: deleted },
      { employee_number: back },
    ]
    const lines = await report(await prepared([await spoolOf(rows)]))

    assert.deepEqual(
      lines.map((line) => [line.outcome, line.employee_technical_id, line.employee_terminated]),
      [
        ['matched', ada, true],
        ['unmatched', null, null],
        ['unmatched', null, null],
        ['matched', cyd, false],
      ],
    )
    assert.equal(lines[0]?.employee_name, 'Ada Byron')
  })

  test('is never an employee of another client', async () => {
    const number = unique('7')
    const technical_id = unique('E')
    const theirs = await anOrganization(service, { owner: globex })
    await anEmployee(service, { technical_id, owner: globex, registrations: [at(theirs, number)] })
    const both = unique('7')
    const ada = await anEmployee(service, { registrations: [at(lyon, both)] })
    await anEmployee(service, { owner: globex, registrations: [at(theirs, both)] })

    const found = await matched([
      { employee_number: number },
      { employee_number: number, organization: theirs },
      { technical_id },
      { employee_number: both },
    ])

    assert.deepEqual(found, [UNKNOWN, UNKNOWN, UNKNOWN, ada])
  })

  test('takes numbers for texts: zeros before them, case and signs count', async () => {
    const base = unique('').slice(1)
    const numbers = [`00${base}x`, `${base}x`, `${base}X`, `${base}/é 1`]
    const employees: string[] = []
    for (const number of numbers) employees.push(await anEmployee(service, { registrations: [at(lyon, number)] }))

    const found = await matched(
      [...numbers, `0${base}x`, `  ${base}x  `].map((employee_number) => ({ employee_number })),
    )

    assert.deepEqual(found, [...employees, UNKNOWN, employees[1]])
  })
})
