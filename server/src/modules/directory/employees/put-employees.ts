import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { recordAudit } from '#kernel/audit/record-audit.ts'
import { emit } from '#kernel/events/define-event.ts'
import type { Outcome } from '#kernel/resources/setup-section.ts'
import type { Work } from '#kernel/work.ts'
import { followContact } from '#modules/directory/accounts/address.ts'
import { lockDirectoryShared } from '#modules/directory/directory-lock.ts'
import { employeeCreated, employeeRestored, employeeUpdated } from '#modules/directory/events.ts'
import { refuseEmployeeMove } from '#modules/directory/grants/refuse-employee-move.ts'
import { presentEmployee } from '#modules/directory/present.ts'
import { type FieldError, invalidFields, notFound } from '#platform/problem.ts'
import { type Draft, lockReferences, toDraft } from './draft.ts'
import { employeeEntry } from './employee-entry.ts'
import { type EmployeeRow, insertEmployees, lockEmployees, updateEmployees } from './queries.ts'
import type { Employee, EmployeeInput, NewEmployee } from './schemas.ts'

type Put = { item: Employee; outcome: Outcome }
export type EmployeeResult = Put | { errors: FieldError[] }

/**
 * Creates or replaces employees. Those that are refused come back with their errors; the others are stored. One that
 * was deleted is there again.
 */
export async function putEmployees(work: Work, inputs: NewEmployee[]): Promise<EmployeeResult[]> {
  const references = await lockReferences(work, inputs)
  const drafts = new Map<string, Draft>()
  const refused = inputs.map((input) => {
    if (drafts.has(input.technical_id)) return { errors: [repeated] }
    const draft = toDraft(input, references)
    if ('errors' in draft) return draft
    drafts.set(input.technical_id, draft)
    return undefined
  })
  const puts = await store(work, drafts)
  return inputs.map(({ technical_id }, index) => refused[index] ?? (puts.get(technical_id) as Put))
}

export async function putEmployee(work: Work, technicalId: string, input: EmployeeInput): Promise<Put> {
  const [result] = await putEmployees(work, [{ ...input, technical_id: technicalId }])
  if (!result || 'errors' in result) throw invalidFields(result?.errors ?? [])
  return result
}

/** Changes what is given; of the custom fields too, where null takes a value away. */
export async function patchEmployee(work: Work, technicalId: string, input: Partial<EmployeeInput>): Promise<Employee> {
  // In this order, since anyone who moves an organization takes the directory first and then its employees.
  await lockDirectoryShared(work)
  const [before] = await lockEmployees(work.tx, work.client, [technicalId])
  if (!before || before.deleted_at) throw notFound('employee', technicalId)
  const custom_fields = { ...before.custom_fields, ...input.custom_fields }
  return (await putEmployee(work, technicalId, { ...presentEmployee(before), ...input, custom_fields })).item
}

const repeated: FieldError = {
  field: 'technical_id',
  code: 'repeated',
  message: 'An earlier employee has the same technical_id.',
}

/** Stores what is new or changed. An employee that another transaction created meanwhile is found at the next turn. */
async function store(work: Work, drafts: ReadonlyMap<string, Draft>): Promise<Map<string, Put>> {
  const puts = new Map<string, Put>()
  const left = new Map(drafts)
  while (left.size > 0) {
    const known = await lockEmployees(work.tx, work.client, [...left.keys()])
    for (const [id, put] of await change(work, known, left)) puts.set(id, put)
    for (const { technical_id } of known) left.delete(technical_id)
    if (left.size === 0) break
    for (const [id, put] of await create(work, left)) puts.set(id, put)
    for (const id of puts.keys()) left.delete(id)
    if (left.size > 0) work.renewNow() // another transaction created them while this one waited
  }
  return puts
}

async function create(work: Work, drafts: ReadonlyMap<string, Draft>): Promise<[string, Put][]> {
  const rows = [...drafts.values()].map(({ written }) => ({ ...written, core_uuid: randomUUID() }))
  const made = await insertEmployees(work.tx, work.client, rows, work.now)
  return rows.flatMap((row): [string, Put][] => {
    const draft = drafts.get(row.technical_id)
    if (!draft || !made.has(row.technical_id)) return []
    const times = { created_at: work.now, updated_at: work.now, deleted_at: null }
    const item = presentEmployee({ ...row, registrations: draft.registrations, ...times })
    emit(work, employeeCreated, item)
    return [[row.technical_id, { item, outcome: 'created' }]]
  })
}

async function change(work: Work, known: EmployeeRow[], drafts: ReadonlyMap<string, Draft>): Promise<[string, Put][]> {
  const compared = known.flatMap((before) => {
    const draft = drafts.get(before.technical_id)
    return draft ? [compare(before, draft)] : []
  })
  const changed = compared.filter((one) => one.isChanged || one.before.deleted_at)
  if (changed.length > 0) {
    const rows = changed.map(({ before, draft, hasOtherRegistrations }) => ({
      ...draft.written,
      key: before.key,
      hasOtherRegistrations,
    }))
    await refuseEmployeeMove(
      work,
      rows.filter((row) => row.hasOtherRegistrations),
    )
    await updateEmployees(work.tx, work.client, rows, work.now)
    const moved = changed.filter(({ before, after }) => before.email !== after.email)
    await followContact(
      work,
      'employee',
      moved.map(({ before }) => before.technical_id),
    )
  }
  return compared.map(({ before, after, isChanged }): [string, Put] => {
    const isRestored = before.deleted_at !== null
    if (!isChanged && !isRestored) return [before.technical_id, { item: after, outcome: 'unchanged' }]
    const { updated_at } = presentEmployee({ ...before, updated_at: work.now })
    const item = { ...after, updated_at, deleted_at: null }
    if (isRestored) {
      emit(work, employeeRestored, item)
      recordAudit(work, employeeEntry('employee.restored', before))
    }
    if (isChanged) emit(work, employeeUpdated, item)
    return [before.technical_id, { item, outcome: 'updated' }]
  })
}

function compare(before: EmployeeRow, draft: Draft) {
  const after = presentEmployee({ ...before, ...draft.written, registrations: draft.registrations })
  return {
    before,
    draft,
    after,
    isChanged: !isDeepStrictEqual(after, presentEmployee(before)),
    hasOtherRegistrations: !isDeepStrictEqual(draft.registrations, before.registrations),
  }
}
