import { isDeepStrictEqual } from 'node:util'
import type { Outcome } from '#kernel/resources/setup-section.ts'
import type { Work } from '#kernel/work.ts'
import { linkDatasets } from '#modules/datasets/index.ts'
import { takeLock } from '#platform/db/locks/advisory-lock.ts'
import { conflict, invalidFields, notFound } from '#platform/problem.ts'
import { checkForm, checkNamed } from './check-form.ts'
import { type FormContent, formContent } from './form-content.ts'
import { type FormRow, findAnyForm, findForm, insertFormVersion, markFormDeleted } from './queries.ts'
import { DEFAULT_FORM, type TranslatedFormInput } from './schemas.ts'

/** Creates a form, or adds a version to it; restores a deleted one. */
export async function putForm(
  work: Work,
  code: string,
  given: TranslatedFormInput,
): Promise<{ row: FormRow; outcome: Outcome }> {
  await lockForm(work, code)
  const before = await findAnyForm(work.tx, work.client, code)
  const input = { ...given, ...keepTranslations(given.category, before?.content.category) }
  const isThere = before !== undefined && before.deleted_at === null
  const content = formContent(input)
  const errors = checkForm(code, input, work.client.languages)
  const isSame = isThere && isDeepStrictEqual(content, before.content)
  // A manager that the form names may have been deleted since; an unchanged reference is accepted.
  if (isSame && errors.length === 0) return { row: before, outcome: 'unchanged' }
  errors.push(...(await checkNamed(work, input, before?.content.assign_to)))
  if (errors.length > 0) throw invalidFields(errors)

  const version = (before?.version ?? 0) + 1
  const { now } = work
  await insertFormVersion(work.tx, work.client, { code, version, content }, now)
  await linkDatasets(work, holderOf(code), datasetsOf(content))
  const row = {
    code,
    version,
    content,
    total_hits: before?.total_hits ?? '0',
    deleted_at: null,
    created_at: before?.created_at ?? now,
    updated_at: now,
  }
  return { row, outcome: isThere ? 'updated' : 'created' }
}

type Category = TranslatedFormInput['category']

/** Who says nothing of the translations of a category, as applications cannot, leaves them as they are. */
function keepTranslations(category: Category | undefined, before: Category | undefined) {
  if (!category || category.slug !== before?.slug) return {}
  const { localized_names, localized_descriptions } = before
  return {
    category: {
      ...(localized_names ? { localized_names } : {}),
      ...(localized_descriptions ? { localized_descriptions } : {}),
      ...category,
    },
  }
}

export async function patchForm(work: Work, code: string, input: Partial<TranslatedFormInput>): Promise<FormRow> {
  await lockForm(work, code)
  const before = await findForm(work.tx, work.client, code)
  if (!before) throw notFound('form', code)
  return (await putForm(work, code, { ...before.content, ...input })).row
}

/** No more requests are made from it. Those that were keep what they show of it. */
export async function deleteForm(work: Work, code: string): Promise<void> {
  await lockForm(work, code)
  if (!(await findForm(work.tx, work.client, code))) throw notFound('form', code)
  if (code === DEFAULT_FORM) throw conflict('form_built_in', 'The default form cannot be deleted.')
  await markFormDeleted(work.tx, work.client, code, work.now)
  await linkDatasets(work, holderOf(code), [])
}

/** Gives a client the form that every client has. */
export async function ensureDefaultForm(work: Work): Promise<void> {
  if (await findAnyForm(work.tx, work.client, DEFAULT_FORM)) return
  const content = formContent({ title: 'Request', fields: [] })
  await insertFormVersion(work.tx, work.client, { code: DEFAULT_FORM, version: 1, content }, work.now)
}

/** Locks the form until the transaction ends. */
export function lockForm({ tx, client }: Work, code: string): Promise<void> {
  return takeLock(tx, `form ${code} of client ${client.id}`)
}

function holderOf(code: string): string {
  return `form ${code}`
}

function datasetsOf({ fields }: FormContent): string[] {
  return fields.flatMap((field) => (field.dataset === undefined ? [] : [field.dataset]))
}
