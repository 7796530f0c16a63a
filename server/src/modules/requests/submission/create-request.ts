import type { Work } from '#kernel/work.ts'
import { fieldFileUri, holdFiles, newFiles } from '#modules/requests/conversation/files.ts'
import { requestCreated } from '#modules/requests/events.ts'
import { assignmentOf } from '#modules/requests/forms/check-form.ts'
import { DEFAULT_FORM } from '#modules/requests/forms/schemas.ts'
import { mailAboutCreation } from '#modules/requests/mail/notify.ts'
import { presentRequest } from '#modules/requests/present.ts'
import type { RequestRow, StoredRequest } from '#modules/requests/queries.ts'
import type { ActorKind } from '#modules/requests/request-actor.ts'
import type { Request } from '#modules/requests/schemas.ts'
import { notifyCallbackUrl } from '#modules/webhooks/index.ts'
import type { Blobs } from '#platform/blobs/blobs.ts'
import type { Keyring } from '#platform/crypto/keyring.ts'
import { type FieldError, invalidFields } from '#platform/problem.ts'
import { sortText } from '#platform/text/search-text.ts'
import { whenOf } from '#platform/time/moment.ts'
import { checkDatasetAnswers } from './check-answers.ts'
import { type Answers, parseAnswers, type Submitted } from './parse-answers.ts'
import { type NewRequest, parseParameters } from './parse-parameters.ts'
import { findNamed, insertRequest, listAssigned, type Named } from './queries.ts'

export type RequestDeps = { blobs: Blobs; keyring: Keyring; publicUrl: string }

const DAY_MS = 24 * 3600 * 1000

/**
 * Makes a request from what was sent as a form. A manager makes it, who is named in it; or the employee whom it concerns,
 * from a form that employees see.
 */
export async function createRequest(
  work: Work,
  deps: RequestDeps,
  submitted: Submitted,
  maker: ActorKind = 'manager',
): Promise<Request> {
  const { tx, client } = work
  const { input, errors } = parseParameters(submitted)
  const named = await findParties(work, input, maker)
  const answers = parseAnswers(named.form?.content.fields ?? [], submitted)
  const mistakes = [
    ...errors,
    ...(submitted.errors ?? []).filter(({ field }) => !errors.some((one) => one.field === field)),
    ...checkNames(input, named, new Set(errors.map((one) => one.field))),
    ...checkTogether(input, named),
    ...answers.errors,
    ...(await checkDatasetAnswers(tx, client, named.form?.content.fields ?? [], answers.values)),
  ]
  const { form, creator } = named
  if (mistakes.length > 0 || !form || !creator) throw invalidFields(mistakes)

  const assigned = await listAssigned(tx, client, assignmentOf(form.content.assign_to), named.employee?.ancestors)
  await holdFiles(tx, deps.blobs, [...answers.files.values()])
  const stored = newRequest(work, input as NewRequest, { ...named, form, creator, maker }, answers)
  stored.manager_keys = assigned.map((one) => one.key)
  const row: RequestRow = {
    ...stored,
    form,
    employee: named.employee?.person ?? null,
    creator: creator.person,
    managers_assigned: assigned.map((one) => one.person),
    closed_by: null,
    anonymised_as: null,
  }
  const request = presentRequest(row, deps.publicUrl)
  const files = newFiles(work, [...answers.files])
  const event = insertRequest(work, stored, files, { type: requestCreated.name, data: JSON.stringify(request) })
  const storedToken = named.sealed_shared_token
  await notifyCallbackUrl(work, deps.keyring, { url: row.callback_url, event, storedToken })
  mailAboutCreation(work, row, event.id)
  return request
}

async function findParties({ tx, client }: Work, input: Partial<NewRequest>, maker: ActorKind): Promise<Named> {
  const names = { form: input.form_code, employee: input.employee_technical_id }
  if (maker === 'manager') return findNamed(tx, client, { ...names, creator: input.creator_technical_id })
  const named = await findNamed(tx, client, { ...names, creator: undefined })
  const form = named.form?.content.visible_by_employee ? named.form : undefined
  return { ...named, form, creator: named.employee }
}

/** Refuses unknown people, forms and values. */
function checkNames(input: Partial<NewRequest>, named: Named, refused: ReadonlySet<string>): FieldError[] {
  const { form_code, employee_technical_id: employee, creator_technical_id: creator } = input
  const unknown: (FieldError | false)[] = [
    form_code !== undefined &&
      !named.form && { field: 'form_code', code: 'unknown_form', message: `Form ${form_code} not found.` },
    employee !== undefined &&
      !named.employee && {
        field: 'employee_technical_id',
        code: 'unknown_employee',
        message: `Employee ${employee} not found.`,
      },
    creator !== undefined &&
      !named.creator && {
        field: 'creator_technical_id',
        code: 'unknown_manager',
        message: `Manager ${creator} not found.`,
      },
  ]
  return unknown.filter((one) => one !== false).filter((one) => !refused.has(one.field))
}

function checkTogether(input: Partial<NewRequest>, { form }: Named): FieldError[] {
  const needed = form?.code === DEFAULT_FORM ? (['subject', 'body'] as const) : []
  const errors: FieldError[] = needed
    .filter((field) => input[field] === undefined)
    .map((field) => ({ field, code: 'required', message: 'This field is required on the default form.' }))
  if (input.visible_to_employee === true && input.employee_technical_id === undefined) {
    errors.push({
      field: 'base',
      code: 'contradiction',
      message: 'A request without an employee cannot be visible to one.',
    })
  }
  return errors
}

type Known = Named & { form: NonNullable<Named['form']>; creator: NonNullable<Named['creator']>; maker: ActorKind }

function newRequest({ now }: Work, input: NewRequest, named: Known, { values, files }: Answers): StoredRequest {
  const { id, form, employee, creator, maker } = named
  const subject = input.subject ?? form.content.title
  const uris = [...files.keys()].map((code) => [code, fieldFileUri(id, code)])
  const { due_in_days } = form.content
  const due = due_in_days === null ? null : new Date(now.getTime() + due_in_days * DAY_MS)
  return {
    id,
    form_code: form.code,
    form_version: form.version,
    subject,
    sort_subject: sortText(subject),
    body: input.body ?? null,
    body_json: form.code === DEFAULT_FORM ? null : Object.fromEntries([...values, ...uris]),
    origin: input.origin ?? 'API',
    priority: input.priority ?? 'NORMAL',
    status: 'created',
    custom_state: '',
    employee_key: employee?.key ?? null,
    creator_user_key: maker === 'manager' ? creator.key : null,
    creator_employee_key: maker === 'employee' ? creator.key : null,
    manager_keys: [],
    processing_date_due: input.processing_date_due === undefined ? due : whenOf(input.processing_date_due),
    processing_start_date: null,
    closed_by_user_key: null,
    closed_at: null,
    visible_by_employee: input.visible_to_employee ?? false,
    callback_url: input.callback_url ?? null,
    created_at: now,
    updated_at: now,
  }
}
