import { extname } from 'node:path'
import type { Client } from '#kernel/work.ts'
import type { RegisteredEmployee } from '#modules/directory/index.ts'
import type { Kind } from '#modules/documents/schemas.ts'
import type { Db } from '#platform/db/db.ts'
import { type FieldError, invalidFields } from '#platform/problem.ts'
import { type FilingOrganization, type FilingType, findNamed } from './queries.ts'

/** Where a caller wants a document to be filed. */
export type FilingInput = {
  document_type_id?: number | string
  document_type_code?: string
  employee_technical_id?: string | null
  organization_codes?: string[]
}

/** Where it is filed; `isVaultLinked` is null as long as no document of the employee ever was. */
export type Filing = {
  type: FilingType
  employee: { key: string; technicalId: string; isVaultLinked: boolean | null } | undefined
  organizations: FilingOrganization[]
}

type Refused = { filing?: undefined; errors: FieldError[] }
type Filed = { filing: Filing; errors: FieldError[] }

/** Finds what a caller names. `kind` is given when the call is for documents of one kind only. */
export async function findFiling(db: Db, client: Client, input: FilingInput, kind?: Kind): Promise<Filed | Refused> {
  const employeeId = employeeNamed(input, kind)
  const codes = input.organization_codes?.length ? input.organization_codes : undefined
  const found = await findNamed(db, client, { ...typeNamed(input), employee: employeeId, organizations: codes ?? [] })
  const { type, belonging } = found
  if (!type || (kind && type.kind !== kind)) return { errors: [typeRefusal(input, type)] }
  const known = new Map(found.organizations.map((one) => [one.code, one]))
  const errors = unknownOrganizations(codes ?? [], known)
  if (type.kind === 'company') {
    if (!codes) errors.push(required('organization_codes', 'Organizations are required for a company document.'))
    const organizations = [...new Set(codes)].flatMap((code) => known.get(code) ?? [])
    return { filing: { type, employee: undefined, organizations }, errors }
  }
  if (employeeId === null) {
    return { errors: [...errors, required('employee_technical_id', 'This is required for an employee document.')] }
  }
  if (!belonging) return { errors: [...errors, unknownEmployee(employeeId)] }
  const placed = namedOrganizationsOf(belonging, codes, known)
  const employee = { key: belonging.key, technicalId: employeeId, isVaultLinked: belonging.is_vault_linked }
  return { filing: { type, employee, organizations: placed.organizations }, errors: [...errors, ...placed.errors] }
}

/** The employee that a caller names; undefined in calls for company documents, which ignore it. */
export function employeeNamed({ employee_technical_id }: FilingInput, kind: Kind | undefined): string | null {
  return kind === 'company' ? null : (employee_technical_id ?? null)
}

/** The type alone, of documents of either kind. */
export async function findFilingTypeNamed(db: Db, client: Client, input: FilingInput): Promise<FilingType> {
  const { type } = await findNamed(db, client, { ...typeNamed(input), employee: null, organizations: [] })
  if (!type) throw invalidFields([typeRefusal(input, type)])
  return type
}

/** The type alone, of documents of this kind. */
export async function findFilingType(db: Db, client: Client, input: FilingInput, kind: Kind) {
  const { type } = await findNamed(db, client, { ...typeNamed(input), employee: null, organizations: [] })
  if (!type || type.kind !== kind) throw invalidFields([typeRefusal(input, type)])
  return type
}

function typeNamed({ document_type_code, document_type_id }: FilingInput) {
  return {
    typeCode: document_type_code ?? null,
    typeId: document_type_id === undefined ? null : Number(document_type_id),
  }
}

function typeRefusal(input: FilingInput, type: FilingType | null): FieldError {
  if (!type) return missingType(input)
  return { field: typeField(input), code: 'wrong_kind', message: `This is a type of ${type.kind} documents.` }
}

/** The active organizations of a current employee, or all of a former one. */
export function organizationsOf({ terminated, organizations }: RegisteredEmployee): FilingOrganization[] {
  return organizations.filter((one) => terminated || one.active)
}

/** The organizations that are named; else those of the employee. */
function namedOrganizationsOf(
  belonging: RegisteredEmployee,
  codes: string[] | undefined,
  known: Map<string, FilingOrganization>,
): { organizations: FilingOrganization[]; errors: FieldError[] } {
  if (codes === undefined) return { organizations: organizationsOf(belonging), errors: [] }
  const { organizations } = belonging
  const own = new Map(organizations.map((one) => [one.code, one]))
  return {
    organizations: [...new Set(codes)].flatMap((code) => own.get(code) ?? []),
    errors: codes.flatMap((code, index) => {
      if (own.has(code) || !known.has(code)) return []
      const message = `The employee does not belong to the organization ${code}.`
      return [{ field: `organization_codes.${index}`, code: 'not_of_employee', message }]
    }),
  }
}

export const typeField = (input: FilingInput) =>
  input.document_type_code === undefined && input.document_type_id !== undefined
    ? 'document_type_id'
    : 'document_type_code'

function missingType(input: FilingInput): FieldError {
  const named = input.document_type_code ?? input.document_type_id
  if (named === undefined) return required('document_type_code', 'The document type is missing.')
  return { field: typeField(input), code: 'unknown_document_type', message: `Document type ${named} not found.` }
}

function unknownOrganizations(codes: string[], known: Map<string, FilingOrganization>): FieldError[] {
  return codes.flatMap((code, index) => {
    if (known.has(code)) return []
    const message = `Organization ${code} not found.`
    return [{ field: `organization_codes.${index}`, code: 'unknown_organization', message }]
  })
}

export function unknownEmployee(technicalId: string): FieldError {
  return { field: 'employee_technical_id', code: 'unknown_employee', message: `Employee ${technicalId} not found.` }
}

function required(field: string, message: string): FieldError {
  return { field, code: 'required', message }
}

/** Whether a type takes a file of this name. */
export function checkExtension({ allowed_extensions }: FilingType, filename: string, field: string): FieldError[] {
  const extension = extname(filename).slice(1).toLowerCase()
  if (allowed_extensions.length === 0 || allowed_extensions.includes(extension)) return []
  const message = `Files of this type must end in ${allowed_extensions.map((one) => `.${one}`).join(', ')}.`
  return [{ field, code: 'extension_not_allowed', message }]
}
