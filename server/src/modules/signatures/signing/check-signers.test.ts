import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SignerInput } from '#modules/signatures/processes/schemas.ts'
import { isUuid } from '#platform/uuid.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, globex } from '#test/harness/builders.ts'
import { aManager, anEmployee } from '#test/harness/features/directory/builders.ts'
import { checkSigners } from './check-signers.ts'

const service = await startApp()
const manager = await aManager(service, { technical_id: 'M-1', first_name: 'Max', last_name: 'Muster' })
const employee = await anEmployee(service, { technical_id: 'E-1', first_name: 'Zoë', last_name: 'Łuk' })
const other = await anEmployee(service, { technical_id: 'E-2' })

const check = (inputs: SignerInput[], pageCount = 3, owner: typeof acme | typeof globex = acme) =>
  service.doWork(owner, (work) => checkSigners(work, inputs, pageCount))
const byManager: SignerInput = { type: 'user', technical_id: manager }
const byEmployee: SignerInput = { type: 'employee', technical_id: employee }
const external = (email: string | null, more: Partial<SignerInput> = {}): SignerInput => ({
  type: 'external',
  email,
  ...more,
})
const PLACE = { page: 1, x: 0.1, y: 0.2, width: 0.3, height: 0.1 }

describe('signers who can be asked', () => {
  test('are stored with the key of their person, or with the name and address that were given', async () => {
    const { signers, names, errors } = await check([
      { ...byManager, signing_order: 2, email: 'not-asked@acme.test' },
      { ...byEmployee, positions: [PLACE] },
      external('eve@outside.test', { first_name: 'Eve', last_name: 'Outside', signing_order: 1000 }),
      external('nameless@outside.test'),
    ])

    assert.deepEqual(errors, [])
    assert.deepEqual(names, ['Max Muster', 'Zoë Łuk', 'Eve Outside eve@outside.test', 'nameless@outside.test'])
    const [user_key, employee_key] = [signers[0]?.user_key, signers[1]?.employee_key]
    assert.ok(user_key && employee_key)
    const person = { user_key: null, employee_key: null, first_name: null, last_name: null, email: null }
    assert.deepEqual(
      signers.map(({ id: _, ...signer }) => signer),
      [
        { ...person, type: 'user', user_key, signing_order: 2, positions: [] },
        { ...person, type: 'employee', employee_key, signing_order: 1, positions: [PLACE] },
        {
          ...person,
          type: 'external',
          first_name: 'Eve',
          last_name: 'Outside',
          email: 'eve@outside.test',
          signing_order: 1000,
          positions: [],
        },
        { ...person, type: 'external', email: 'nameless@outside.test', signing_order: 1, positions: [] },
      ],
    )
  })

  test('have ids of their own, in the order in which they are named', async () => {
    const { signers } = await check(Array.from({ length: 50 }, (_, index) => external(`eve-${index}@outside.test`)))

    const ids = signers.map((one) => one.id)
    assert.ok(ids.every(isUuid))
    assert.deepEqual([new Set(ids).size, ids.toSorted()], [50, ids])
  })

  test('are known by their records: a name or an address that is given for them is not theirs', async () => {
    const invented = { first_name: 'Mallory', last_name: 'M', email: 'mallory@outside.test' }

    const { signers, errors } = await check([
      { ...byEmployee, ...invented },
      { ...byManager, ...invented },
    ])

    assert.deepEqual(errors, [])
    for (const { first_name, last_name, email } of signers) {
      assert.deepEqual([first_name, last_name, email], [null, null, null])
    }
  })

  test('are not what a technical id of an external says, who is no person of the client', async () => {
    const { signers, names, errors } = await check([byEmployee, external('e@outside.test', { technical_id: employee })])

    assert.deepEqual([errors, names], [[], ['Zoë Łuk', 'e@outside.test']])
    assert.deepEqual([signers[1]?.employee_key, signers[1]?.user_key], [null, null])
  })
})

const required = (at: number, type: string) => ({
  field: `signers.${at}.technical_id`,
  code: 'required',
  message: `This field is required for a signer of the type ${type}.`,
})
const addressRequired = (at: number) => ({
  field: `signers.${at}.email`,
  code: 'required',
  message: 'An external signer must have an e-mail address.',
})
const repeated = (field: string) => ({
  field: `signers.${field}`,
  code: 'repeated',
  message: 'This person is listed more than once.',
})
const unknown = (at: number, kind: 'manager' | 'employee', id: string) => ({
  field: `signers.${at}.technical_id`,
  code: `unknown_${kind}`,
  message: `${kind === 'manager' ? 'Manager' : 'Employee'} ${id} not found.`,
})

describe('signers who are refused', () => {
  const refusals: [what: string, inputs: SignerInput[], errors: object[]][] = [
    [
      'managers and employees without an id',
      [{ type: 'user' }, { type: 'employee', technical_id: '' }],
      [required(0, 'user'), required(1, 'employee')],
    ],
    ['an id that is null', [{ type: 'employee', technical_id: null }], [required(0, 'employee')]],
    [
      'externals without an address',
      [external(null), external(''), { type: 'external' }],
      [0, 1, 2].map(addressRequired),
    ],
    [
      'an employee as a manager, and the other way round',
      [
        { type: 'user', technical_id: 'E-1' },
        { type: 'employee', technical_id: 'M-1' },
      ],
      [unknown(0, 'manager', 'E-1'), unknown(1, 'employee', 'M-1')],
    ],
    [
      'ids in other letters, or with blanks',
      [
        { type: 'employee', technical_id: 'e-1' },
        { type: 'employee', technical_id: 'E-1 ' },
      ],
      [unknown(0, 'employee', 'e-1'), unknown(1, 'employee', 'E-1 ')],
    ],
    [
      'a person twice and thrice',
      [byEmployee, byManager, byEmployee, byManager, byEmployee],
      [2, 3, 4].map((at) => repeated(`${at}.technical_id`)),
    ],
    [
      'one address in different letters',
      [external('Eve@Outside.test'), external('eve@outside.TEST', { signing_order: 2 })],
      [repeated('1.email')],
    ],
    [
      'an unknown person twice: each is unknown, and none is repeated',
      [
        { type: 'user', technical_id: 'X' },
        { type: 'user', technical_id: 'X' },
      ],
      [unknown(0, 'manager', 'X'), unknown(1, 'manager', 'X')],
    ],
  ]
  for (const [what, inputs, errors] of refusals) {
    test(`names ${what}`, async () => assert.deepEqual((await check(inputs)).errors, errors))
  }

  test('names everybody of another client', async () => {
    const { errors } = await check([byManager, byEmployee], 3, globex)

    assert.deepEqual(errors, [unknown(0, 'manager', manager), unknown(1, 'employee', employee)])
  })

  test('names an employee who has left, as one who is not there', async () => {
    const gone = await anEmployee(service)
    await service.v2('DELETE', `/employees/${gone}`)

    const { errors } = await check([byEmployee, { type: 'employee', technical_id: gone }])

    assert.deepEqual(errors, [unknown(1, 'employee', gone)])
  })

  test('does not take an employee and a manager of the same id for one person, nor two people for one', async () => {
    await aManager(service, { technical_id: 'S-1' })
    await anEmployee(service, { technical_id: 'S-1' })
    const same = (type: 'user' | 'employee'): SignerInput => ({ type, technical_id: 'S-1' })

    const { errors } = await check([
      same('user'),
      same('employee'),
      { type: 'employee', technical_id: other },
      byEmployee,
    ])

    assert.deepEqual(errors, [])
  })
})

describe('the places of a signature', () => {
  const noSuchPage = (at: number) => ({
    field: `signers.1.positions.${at}.page`,
    code: 'no_such_page',
    message: 'The document ends with page 3.',
  })
  const outside = (at: number) => ({
    field: `signers.1.positions.${at}`,
    code: 'outside_of_page',
    message: 'This extends beyond the edge of the page.',
  })
  const cases: [what: string, places: (typeof PLACE)[], errors: object[]][] = [
    ['on the first and the last page', [PLACE, { ...PLACE, page: 3 }], []],
    ['that fill a page', [{ page: 2, x: 0, y: 0, width: 1, height: 1 }], []],
    ['that end a hair beyond the edges', [{ ...PLACE, x: 0.70009, y: 0.90009 }], []],
    ['on a page behind the last', [PLACE, { ...PLACE, page: 4 }], [noSuchPage(1)]],
    ['beyond the right edge', [{ ...PLACE, x: 0.7002 }], [outside(0)]],
    ['beyond the lower edge', [PLACE, { ...PLACE, y: 0.9002 }], [outside(1)]],
    ['beyond both edges, which is said once', [{ ...PLACE, x: 1, y: 1 }], [outside(0)]],
    ['on a missing page and beyond its edge', [{ ...PLACE, page: 9, x: 1 }], [noSuchPage(0)]],
    ['each with a mistake', [{ ...PLACE, page: 4 }, PLACE, { ...PLACE, x: 1 }], [noSuchPage(0), outside(2)]],
  ]
  for (const [what, positions, errors] of cases) {
    test(`${errors.length === 0 ? 'can be' : 'are refused'} ${what}`, async () => {
      assert.deepEqual((await check([byManager, { ...byEmployee, positions }])).errors, errors)
    })
  }

  test('are told of together with who is wrong', async () => {
    const { errors } = await check([
      byEmployee,
      { type: 'user', technical_id: 'X', positions: [{ ...PLACE, page: 4 }] },
    ])

    assert.deepEqual(errors, [unknown(1, 'manager', 'X'), noSuchPage(0)])
  })

  test('are within the page whatever fractions they are made of: refused exactly if a sum is more than a hair too large', async () => {
    let state = 20_240_131
    const random = () => {
      state = (state * 48_271) % 2_147_483_647
      return state / 2_147_483_647
    }
    const places = Array.from({ length: 300 }, () => ({
      page: 1 + Math.floor(random() * 4),
      x: random(),
      y: random(),
      width: 0.02 + random() * 0.5,
      height: 0.01 + random() * 0.5,
    }))

    const { errors } = await check([byManager, { ...byEmployee, positions: places }])

    const expected = places.flatMap(({ page, x, y, width, height }, at) => {
      if (page > 3) return [noSuchPage(at).field]
      return Math.max(x + width, y + height) > 1.0001 ? [outside(at).field] : []
    })
    assert.deepEqual(
      errors.map((one) => one.field),
      expected,
    )
    assert.ok(expected.length > 50 && expected.length < 250)
  })
})
