import { type RawBuilder, sql } from 'kysely'
import type { SessionPerson } from '#kernel/access/session-person.ts'
import type { Client, Work } from '#kernel/work.ts'
import {
  type EmployeePerimeter,
  findUserKey,
  isAllowed,
  isOfEmployeeInPerimeter,
  isOfFewEmployees,
  listEmployeesInPerimeter,
  type RestrictedPerimeter,
  restrictedPerimetersOf,
} from '#modules/directory/index.ts'
import { outsideRestrictions } from '#modules/documents/index.ts'
import { getProcess } from '#modules/signatures/processes/get-process.ts'
import { findProcess, type ProcessRow } from '#modules/signatures/processes/queries.ts'
import type { ProcessPatch } from '#modules/signatures/processes/schemas.ts'
import { anyOf } from '#platform/db/any-of.ts'
import type { Db } from '#platform/db/db.ts'
import type { Filter } from '#platform/db/lists/filtered-page.ts'
import { type FieldError, notFound, Problem } from '#platform/problem.ts'

/**
 * The processes that a manager may do something with: those that they made, and those for folders of employees in their
 * perimeter; or all, when they may do it for the whole client. Of those that become, or became, documents of a type, the ones
 * that the access restrictions of the profile allow.
 */
export type SignaturePerimeter = { client: Client; userKey: string; profiles: RestrictedPerimeter[] }

export async function signaturePerimeterOf(
  db: Db,
  client: Client,
  { technical_id }: SessionPerson,
  action: 'read' | 'write',
): Promise<SignaturePerimeter> {
  const [userKey, profiles] = await Promise.all([
    findUserKey(db, client, technical_id),
    restrictedPerimetersOf(db, client, technical_id, `signatures:${action}`),
  ])
  // A manager who was deleted meanwhile has an empty perimeter.
  return { client, userKey: userKey ?? '0', profiles: userKey === undefined ? [] : profiles }
}

/** Where a manager may do it, whatever the document; everywhere, when for the whole client. */
export function employeePerimeterOf({ profiles }: SignaturePerimeter): EmployeePerimeter {
  if (profiles.some((one) => one.isClientWide)) return 'everything'
  return { organizationKeys: profiles.flatMap(({ perimeter }) => perimeter.organizationKeys) }
}

/** The same as a condition on rows called `process`. */
export function isInPerimeter(perimeter: SignaturePerimeter): RawBuilder<boolean> {
  return anyProfile(
    perimeter,
    perimeter.profiles.map((profile) => ({
      ...profile,
      isForEmployee: isOfEmployeeInPerimeter(perimeter.client, profile.perimeter, 'process'),
    })),
  )
}

type Covering = Omit<RestrictedPerimeter, 'perimeter'> & { isForEmployee: RawBuilder<unknown> }

function anyProfile(
  { client, userKey }: Omit<SignaturePerimeter, 'profiles'>,
  profiles: Covering[],
): RawBuilder<boolean> {
  const conditions = profiles.map(({ isClientWide, restrictions, isForEmployee }) => {
    const isCovered = isClientWide
      ? sql`true`
      : sql`(process.creator_user_key = ${userKey}::bigint OR ${isForEmployee})`
    if (restrictions.length === 0) return isCovered
    return sql`(${isCovered} AND EXISTS (SELECT FROM (${filed(client)}) AS filed WHERE ${isAllowed(restrictions, 'filed')}))`
  })
  return anyOf(conditions)
}

/** As what a process was filed, or is to be filed. */
const filed = (client: Client) => sql`SELECT document.document_type_id, document.filters FROM documents document
    WHERE document.client_id = ${client.id} AND document.id = process.document_id
  UNION ALL SELECT process.document_type_id, process.filters WHERE NOT EXISTS (
    SELECT FROM documents document WHERE document.client_id = ${client.id} AND document.id = process.document_id)`

/** The same for lists: a manager of few employees is not to walk through the processes of all others. */
export async function perimeterFilter(db: Db, client: Client, perimeter: SignaturePerimeter): Promise<Filter> {
  const { profiles } = perimeter
  if (profiles.some((one) => one.isClientWide)) return { onWalk: isInPerimeter(perimeter) }
  const covering: Covering[] = []
  for (const profile of profiles) {
    const isForEmployee = await isOfFewEmployees(db, client, profile.perimeter, 'process')
    if (!isForEmployee) return { onWalk: isInPerimeter(perimeter) }
    covering.push({ ...profile, isForEmployee })
  }
  return { onWalk: anyProfile(perimeter, covering) }
}

/** What is outside the perimeter is as if it were not there. */
export async function getProcessInPerimeter(
  db: Db,
  client: Client,
  perimeter: SignaturePerimeter,
  id: string,
): Promise<ProcessRow> {
  const process = await findProcess(db, client, id)
  if (!process || !(await isProcessInPerimeter(db, client, perimeter, process))) throw notFound('signature process', id)
  return process
}

export async function isProcessInPerimeter(
  db: Db,
  client: Client,
  perimeter: SignaturePerimeter,
  { key }: ProcessRow,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM signature_processes process
    WHERE process.client_id = ${client.id} AND process.key = ${key}::bigint AND ${isInPerimeter(perimeter)}`.execute(db)
  return rows.length > 0
}

/** Employees outside the perimeter can neither be signers nor get documents filed: for the manager they do not exist. */
export async function refuseEmployeesOutsidePerimeter(
  db: Db,
  client: Client,
  perimeter: SignaturePerimeter,
  input: ProcessPatch,
): Promise<void> {
  const employeePerimeter = employeePerimeterOf(perimeter)
  if (employeePerimeter === 'everything') return
  const named: { field: string; technicalId: string }[] = [
    ...(input.employee_technical_id
      ? [{ field: 'employee_technical_id', technicalId: input.employee_technical_id }]
      : []),
    ...(input.signers ?? []).flatMap(({ type, technical_id }, index) =>
      type === 'employee' && technical_id
        ? [{ field: `signers.${index}.technical_id`, technicalId: technical_id }]
        : [],
    ),
  ]
  const technicalIds = named.map((one) => one.technicalId)
  const covered = await listEmployeesInPerimeter(db, client, employeePerimeter, technicalIds)
  const errors = named.flatMap(({ field, technicalId }): FieldError[] => {
    if (covered.has(technicalId)) return []
    return [{ field, code: 'unknown_employee', message: `Employee ${technicalId} not found in your perimeter.` }]
  })
  if (errors.length === 0) return
  const message = 'This employee is outside your perimeter.'
  throw new Problem('forbidden', 'outside_perimeter', message, { fields: errors })
}

/** Refuses a change after which the access restrictions of the manager exclude the process, or the document that it became. */
export async function refuseOutsideRestrictions(
  { tx, client }: Work,
  perimeter: SignaturePerimeter,
  { technical_id }: SessionPerson,
  id: string,
): Promise<void> {
  if (perimeter.profiles.every(({ restrictions }) => restrictions.length === 0)) return
  const process = await getProcess(tx, client, id)
  if (await isProcessInPerimeter(tx, client, perimeter, process)) return
  throw await outsideRestrictions(tx, client, {
    manager: technical_id,
    permission: 'signatures:write',
    document: process,
  })
}
