import type { Static } from 'typebox'
import { covers } from '#kernel/access/permission.ts'
import type { SessionPerson } from '#kernel/access/session-person.ts'
import { localizedNameSql } from '#kernel/languages/translations.ts'
import type { Client, Work } from '#kernel/work.ts'
import { isEmployeeInPerimeter } from '#modules/directory/index.ts'
import { listHoldsOn } from '#modules/governance/index.ts'
import { categoryIn } from '#modules/requests/forms/form-content.ts'
import { isOverdue } from '#modules/requests/listing/list-manager-requests.ts'
import { findClosingMail } from '#modules/requests/mail/closing-mail.ts'
import type { ManagerRequest } from '#modules/requests/portal-schemas.ts'
import { findRequest } from '#modules/requests/queries.ts'
import { expectInPerimeter, isRequestInPerimeter, requestPerimeter } from '#modules/requests/request-perimeter.ts'
import { ChangedRequest, type Request } from '#modules/requests/schemas.ts'
import { restrictParameters } from '#modules/requests/submission/create-employee-request.ts'
import { createRequest, type RequestDeps } from '#modules/requests/submission/create-request.ts'
import type { Submitted } from '#modules/requests/submission/parse-answers.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { NamedObject } from '#platform/http/validation/schemas.ts'
import { invalidFields, notFound } from '#platform/problem.ts'
import { closestLanguage } from '#platform/text/language.ts'
import { changeRequest, MOVES } from './change-request.ts'
import { orNull, showRequest } from './show-request.ts'

const { actor_technical_id: _, ...changeable } = ChangedRequest.properties
/** What a manager changes of a request; who does it is who is logged in. */
export const ManagerRequestChange = NamedObject('ManagedRequestChange', changeable)
export type ManagerRequestChange = Static<typeof ManagerRequestChange>

const listOrganizations = statement<
  { name: string },
  { client_id: string; employee_key: string | null; languages: string | null }
>(`
  SELECT DISTINCT ${localizedNameSql('organization', '$languages')} AS name FROM registrations registration
  JOIN organizations organization
    ON organization.client_id = registration.client_id AND organization.key = registration.organization_key
  WHERE registration.client_id = $client_id AND registration.employee_key = $employee_key::bigint AND registration.active
  ORDER BY 1`)

type Looking = { person: SessionPerson; language: string | undefined; now: Date; publicUrl: string }

/** A request with everything that its managers need to answer it. */
export async function getManagerRequest(
  db: Db,
  client: Client,
  id: string,
  { person, language, now, publicUrl }: Looking,
): Promise<ManagerRequest> {
  await expectInPerimeter(db, client, await requestPerimeter(db, client, person, 'requests:read'), id)
  const row = await findRequest(db, client, id)
  if (!row) throw notFound('request', id)
  const [shown, organizations, mayWrite, closingMail, legalHolds] = await Promise.all([
    showRequest(db, client, row, { isForManagers: true, language }),
    listOrganizations(db, {
      client_id: client.id,
      employee_key: row.employee_key,
      languages: closestLanguage(client.languages, language) ?? null,
    }),
    mayWriteTo(db, client, id, person),
    findClosingMail(db, client, row, publicUrl),
    listHoldsOn(db, client, person, { type: 'request', id }),
  ])
  const { priority, origin, employee, creator, managers_assigned, closed_by } = row
  return {
    ...shown,
    priority,
    origin,
    category: row.form.category && categoryIn(row.form.category, language).name,
    employee,
    creator,
    managers_assigned,
    closed_by,
    employee_organizations: organizations.map(({ name }) => name),
    processing_start_date: orNull(row.processing_start_date),
    is_overdue: isOverdue(row, now),
    visible_to_employee: row.visible_by_employee,
    made_by_employee: row.creator_employee_key !== null,
    legal_holds: legalHolds,
    may_write: mayWrite,
    moves: [...MOVES[row.status]],
    closing_mail: closingMail,
  }
}

async function mayWriteTo(db: Db, client: Client, id: string, person: SessionPerson): Promise<boolean> {
  if (!covers(person.permissions, 'requests:write')) return false
  return isRequestInPerimeter(db, client, await requestPerimeter(db, client, person, 'requests:write'), id)
}

/** Runs a step on a request that this manager may change. */
export async function withWritableRequest<T>(
  work: Work,
  person: SessionPerson,
  id: string,
  step: () => Promise<T>,
): Promise<T> {
  const perimeter = await requestPerimeter(work.tx, work.client, person, 'requests:write')
  await expectInPerimeter(work.tx, work.client, perimeter, id)
  return step()
}

type ChangeByManager = { person: SessionPerson; id: string; change: ManagerRequestChange }

export function changeManagerRequest(
  work: Work,
  deps: RequestDeps,
  { person, id, change }: ChangeByManager,
): Promise<Request> {
  const input = { ...change, actor_technical_id: person.technical_id }
  return withWritableRequest(work, person, id, () => changeRequest(work, deps, { id, input, scope: 'manager' }))
}

const DECIDED = [
  'form_code',
  'employee_technical_id',
  'subject',
  'body',
  'origin',
  'priority',
  'visible_to_employee',
  'processing_date_due',
]
const ORIGINS_OF_MANAGERS = ['EMAIL', 'PHONE', 'PORTAL']

/** Creates a request for an employee within the perimeter of the manager. */
export async function createManagerRequest(
  work: Work,
  deps: RequestDeps,
  person: SessionPerson,
  submitted: Submitted,
): Promise<Request> {
  const { employee_technical_id: [employee = ''] = [], origin: [origin = 'PORTAL'] = [] } = submitted.fields
  const perimeter = await requestPerimeter(work.tx, work.client, person, 'requests:write')
  const errors = [
    ...(employee === ''
      ? [{ field: 'employee_technical_id', code: 'required', message: 'This field is required.' }]
      : (await isEmployeeInPerimeter(work.tx, work.client, perimeter.perimeter, employee))
        ? []
        : [{ field: 'employee_technical_id', code: 'unknown_employee', message: `Employee ${employee} not found.` }]),
    ...(ORIGINS_OF_MANAGERS.includes(origin)
      ? []
      : [
          {
            field: 'origin',
            code: 'unknown_choice',
            message: `This must be one of ${ORIGINS_OF_MANAGERS.join(', ')}.`,
          },
        ]),
  ]
  if (errors.length > 0) throw invalidFields(errors)
  const set = { creator_technical_id: person.technical_id, origin }
  return createRequest(work, deps, restrictParameters(submitted, DECIDED, set), 'manager')
}
