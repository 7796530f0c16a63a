import type { Work } from '#kernel/work.ts'
import { checkAttributes, findFilingTypes } from '#modules/documents/index.ts'
import { findPeople } from '#modules/signatures/signing/find-people.ts'
import { lockSignatureTypeForUse } from '#modules/signatures/types/queries.ts'
import type { FieldError } from '#platform/problem.ts'
import type { ProcessChanges } from './queries.ts'
import type { ProcessPatch } from './schemas.ts'

type Filing = Pick<
  ProcessPatch,
  'document_type_code' | 'document_type_metas' | 'document_type_filters' | 'employee_technical_id'
>
type Checked = { changes: ProcessChanges; errors: FieldError[] }

/** What of a process is said by itself, without its document and signers; what is left out is left as it is. */
export async function checkSettings(work: Work, input: ProcessPatch): Promise<Checked> {
  const { signature_type_id, title, reason, message, expiry_date, auto_send, callback_url } = input
  const errors = [...(await checkType(work, signature_type_id)), ...checkExpiry(work, expiry_date)]
  const given = { signature_type_id, title, reason, message, expiry_date, auto_send, callback_url }
  const filing = await checkFiling(work, input)
  return { changes: { ...withoutGaps(given), ...filing.changes }, errors: [...errors, ...filing.errors] }
}

async function checkType({ tx, client }: Work, id: string | undefined): Promise<FieldError[]> {
  if (id === undefined) return []
  const [type] = await lockSignatureTypeForUse(tx, { client_id: client.id, id })
  if (type) return []
  const message = `Signature type ${id} not found.`
  return [{ field: 'signature_type_id', code: 'unknown_signature_type', message }]
}

/** Signatures are not possible after the expiry date. */
export function checkExpiry({ now }: Work, expiryDate: string | null | undefined): FieldError[] {
  if (!expiryDate || expiryDate >= dayOf(now)) return []
  return [{ field: 'expiry_date', code: 'in_the_past', message: `${expiryDate} is in the past.` }]
}

/** In UTC. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

/** Where the signed document is to be filed. What its type needs may still come, with the call that files it. */
async function checkFiling(work: Work, input: Filing): Promise<Checked> {
  const { document_type_code: code, document_type_metas: metas, document_type_filters: filters } = input
  const changes: ProcessChanges = withoutGaps({ metas, filters })
  const errors: FieldError[] = []
  const type = code ? (await findFilingTypes(work.tx, work.client)).get(code) : undefined
  if (code !== undefined) changes.document_type_id = type?.id ?? null
  if (code && !type) {
    const message = `Document type ${code} not found.`
    errors.push({ field: 'document_type_code', code: 'unknown_document_type', message })
  } else if (type && type.kind !== 'employee') {
    const message = `This is a type of ${type.kind} documents.`
    errors.push({ field: 'document_type_code', code: 'wrong_kind', message })
  } else if (type) {
    const found = [
      ...checkAttributes('metas', type.metas, metas ?? {}),
      ...checkAttributes('filters', type.filters, filters ?? {}),
    ]
    errors.push(...found.filter((one) => one.code !== 'required'))
  }
  const employee = await checkEmployee(work, input.employee_technical_id)
  return { changes: { ...changes, ...employee.changes }, errors: [...errors, ...employee.errors] }
}

async function checkEmployee(work: Work, technicalId: string | null | undefined): Promise<Checked> {
  if (technicalId === undefined) return { changes: {}, errors: [] }
  if (technicalId === null) return { changes: { employee_key: null }, errors: [] }
  const [employee] = await findPeople(work.tx, work.client, { users: [], employees: [technicalId] })
  if (employee) return { changes: { employee_key: employee.key }, errors: [] }
  const message = `Employee ${technicalId} not found.`
  return { changes: {}, errors: [{ field: 'employee_technical_id', code: 'unknown_employee', message }] }
}

/** Without what is undefined, which would count as a change to nothing. */
function withoutGaps<Values extends object>(values: Values): { [Name in keyof Values]?: NonNullable<Values[Name]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as typeof values & {
    [Name in keyof Values]?: NonNullable<Values[Name]>
  }
}
