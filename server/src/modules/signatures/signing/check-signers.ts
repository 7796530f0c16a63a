import type { Work } from '#kernel/work.ts'
import type { SignerInput } from '#modules/signatures/processes/schemas.ts'
import type { FieldError } from '#platform/problem.ts'
import { repeatsIn } from '#platform/repeats.ts'
import { uuidv7 } from '#platform/uuid.ts'
import { findPeople, type NamedPerson } from './find-people.ts'
import type { NewSigner } from './queries.ts'

export type CheckedSigners = { signers: NewSigner[]; names: string[]; errors: FieldError[] }

/** Finds the people who are to sign a document of so many pages. */
export async function checkSigners(work: Work, inputs: SignerInput[], pageCount: number): Promise<CheckedSigners> {
  const people = await findPeople(work.tx, work.client, {
    users: namedAs('user', inputs),
    employees: namedAs('employee', inputs),
  })
  const personOf = ({ type, technical_id }: SignerInput) =>
    people.find((one) => one.type === type && one.technical_id === technical_id)
  const repeats = repeatsIn(inputs.map(identityOf))
  const errors = inputs.flatMap((input, index) => {
    const refuse = (field: string, code: string, message: string) => [
      { field: `signers.${index}.${field}`, code, message },
    ]
    const field = input.type === 'external' ? 'email' : 'technical_id'
    const own = checkIdentity(input, personOf(input), field, refuse)
    if (own.length === 0 && repeats.has(index))
      own.push(...refuse(field, 'repeated', 'This person is listed more than once.'))
    return [...own, ...checkPositions(input, index, pageCount)]
  })
  const signers = inputs.map((input) => newSigner(work, input, personOf(input)))
  const names = inputs.map((input) => {
    const { first_name, last_name } = personOf(input) ?? input
    // Managers and employees are asked at the address of their log-in, not at one that comes with the process.
    const email = input.type === 'external' ? input.email : undefined
    return [first_name, last_name, email].filter(Boolean).join(' ')
  })
  return { signers, names, errors }
}

function namedAs(type: NamedPerson['type'], inputs: SignerInput[]): string[] {
  return inputs.flatMap((one) => (one.type === type && one.technical_id ? [one.technical_id] : []))
}

function identityOf({ type, technical_id, email }: SignerInput): string {
  return type === 'external' ? `external ${email?.toLowerCase()}` : `${type} ${technical_id}`
}

type Refuse = (field: string, code: string, message: string) => FieldError[]

function checkIdentity(
  { type, technical_id, email }: SignerInput,
  person: NamedPerson | undefined,
  field: string,
  refuse: Refuse,
): FieldError[] {
  if (type === 'external')
    return email ? [] : refuse(field, 'required', 'An external signer must have an e-mail address.')
  if (!technical_id) return refuse(field, 'required', `This field is required for a signer of the type ${type}.`)
  if (person) return []
  return type === 'user'
    ? refuse(field, 'unknown_manager', `Manager ${technical_id} not found.`)
    : refuse(field, 'unknown_employee', `Employee ${technical_id} not found.`)
}

function checkPositions({ positions = [] }: SignerInput, index: number, pageCount: number): FieldError[] {
  return positions.flatMap(({ page, x, y, width, height }, at) => {
    const field = `signers.${index}.positions.${at}`
    if (page > pageCount) {
      return [{ field: `${field}.page`, code: 'no_such_page', message: `The document ends with page ${pageCount}.` }]
    }
    // Fractions that were added up elsewhere may be a hair too large.
    const isOutside = x + width > 1.0001 || y + height > 1.0001
    return isOutside ? [{ field, code: 'outside_of_page', message: 'This extends beyond the edge of the page.' }] : []
  })
}

function newSigner(work: Work, input: SignerInput, person: NamedPerson | undefined): NewSigner {
  const { type, first_name = null, last_name = null, email = null, signing_order = 1, positions = [] } = input
  const id = uuidv7(work.now, work.nextPosition)
  work.nextPosition += 1
  const isExternal = type === 'external'
  return {
    id,
    type,
    signing_order,
    positions,
    user_key: type === 'user' ? (person?.key ?? null) : null,
    employee_key: type === 'employee' ? (person?.key ?? null) : null,
    first_name: isExternal ? first_name : null,
    last_name: isExternal ? last_name : null,
    email: isExternal ? email : null,
  }
}
