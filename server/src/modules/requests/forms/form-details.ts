import { type Static, Type } from 'typebox'
import type { Client } from '#kernel/work.ts'
import { listValues, type Value } from '#modules/datasets/index.ts'
import { findParents } from '#modules/requests/submission/check-answers.ts'
import type { Db } from '#platform/db/db.ts'
import type { KeysetPage, PageRequest } from '#platform/db/lists/keyset-page.ts'
import { Cursor, NamedObject, Nullable, OneOf, PerPage, Text } from '#platform/http/validation/schemas.ts'
import { notFound } from '#platform/problem.ts'
import { LanguageCode } from '#platform/text/language.ts'
import { inLanguage } from './form-content.ts'
import { FormSummary } from './form-summary.ts'
import { summarizeForm } from './present.ts'
import { type FormRow, findForm } from './queries.ts'
import { FIELD_TYPES, type FormField } from './schemas.ts'

export const Choice = NamedObject('FormChoice', {
  value: Type.String({ description: 'The value to send.' }),
  label: Type.String({ description: 'The label.' }),
  parent: Type.Optional(Type.String({ description: 'The parent value in the data set.' })),
})
export type Choice = Static<typeof Choice>

const FieldDetails = NamedObject('FormFieldDetails', {
  code: Type.String(),
  label: Type.String(),
  type: OneOf(FIELD_TYPES),
  required: Type.Boolean(),
  max_length: Nullable('integer'),
  choices: Type.Unsafe<Choice[] | null>({
    type: ['array', 'null'],
    items: Choice,
    description: 'The allowed values; of a data set, at most the first hundred. null for free text.',
  }),
  choices_url: Nullable('string', { description: 'The URL for searching and paging the values of a data set.' }),
  depends_on: Nullable('string', { description: 'The field whose value is the parent of this one.' }),
})

/** A form with everything needed to fill it in. */
export const FormDetails = NamedObject('FormDetails', { ...FormSummary.properties, fields: Type.Array(FieldDetails) })
export type FormDetails = Static<typeof FormDetails>

export const LanguageQuery = Type.Object({
  language_code: Type.Optional(LanguageCode),
})

export const ListChoicesQuery = Type.Object({
  ...LanguageQuery.properties,
  query: Type.Optional(Text({ maxLength: 200, description: 'Searches codes and all translations.' })),
  parent: Type.Optional(Text({ maxLength: 3000, description: 'Only the direct children of this value.' })),
  per_page: PerPage(100),
  cursor: Type.Optional(Cursor),
})
export type ListChoicesQuery = Static<typeof ListChoicesQuery>

const FIRST_CHOICES = 100

/** A form in a language, with the values of data sets as they are at this moment. */
export async function formDetails(
  db: Db,
  client: Client,
  form: FormRow,
  { language, publicUrl }: { language: string | undefined; publicUrl: string },
): Promise<FormDetails> {
  const { fields } = form.content
  const parents = await findParents(db, client, fields)
  const summary = summarizeInLanguage(form, language, publicUrl)
  return {
    ...summary,
    fields: await Promise.all(
      fields.map(async (field) => ({
        code: field.code,
        label: inLanguage(field.localized_labels, language, field.label),
        type: field.type,
        required: field.required ?? false,
        max_length: field.max_length ?? null,
        choices: await firstChoices(db, client, field, language),
        choices_url: isOfDataset(field) ? `${summary.api_url}fields/${encodeURIComponent(field.code)}/choices/` : null,
        depends_on: parents.get(field.code)?.code ?? null,
      })),
    ),
  }
}

export function summarizeInLanguage(form: FormRow, language: string | undefined, publicUrl: string): FormSummary {
  const title = inLanguage(form.content.localized_titles, language, form.content.title)
  return summarizeForm({ ...form, ...form.content, title }, publicUrl)
}

function isOfDataset(field: FormField): field is FormField & { dataset: string } {
  return field.dataset !== undefined
}

async function firstChoices(
  db: Db,
  client: Client,
  field: FormField,
  language: string | undefined,
): Promise<Choice[] | null> {
  if (isOfDataset(field)) {
    return (await choicesOfDataset(db, client, { field, language }, { perPage: FIRST_CHOICES })).rows
  }
  return choicesOf(field, language)
}

/** The choices of a field, with their labels. */
export function choicesOf({ choices, localized_choices }: FormField, language: string | undefined): Choice[] | null {
  if (!choices) return null
  const names = new Map(localized_choices?.map((one) => [one.choice, one.localized_names]))
  return choices.map((value) => ({ value, label: inLanguage(names.get(value), language, value) }))
}

/** A page of the values that a field may have, of a data set. */
export async function listChoices(
  db: Db,
  client: Client,
  { slug, code, query }: { slug: string; code: string; query: ListChoicesQuery },
  asked: PageRequest,
): Promise<KeysetPage<Choice>> {
  const field = (await findForm(db, client, slug))?.content.fields.find((one) => one.code === code)
  if (!field || !isOfDataset(field)) throw notFound('field of a data set', code)
  return choicesOfDataset(db, client, { field, query, language: query.language_code }, asked)
}

/** A field of a data set, which of its values, and in which language. */
type DatasetChoices = {
  field: FormField & { dataset: string }
  query?: Pick<ListChoicesQuery, 'query' | 'parent'>
  language: string | undefined
}

async function choicesOfDataset(
  db: Db,
  client: Client,
  { field, query: filters = {}, language }: DatasetChoices,
  asked: PageRequest,
): Promise<KeysetPage<Choice>> {
  const { dataset, dimension } = field
  const { query, parent } = filters
  const values = {
    ...(dimension === undefined ? {} : { dimension }),
    ...(query === undefined ? {} : { q: query }),
    ...(parent === undefined ? {} : { parent_code: parent }),
  }
  const page = await listValues(db, client, { datasetId: dataset, query: { ...values, sort: 'name' } }, asked)
  return { ...page, rows: page.rows.map((value) => choiceOf(value, language)) }
}

function choiceOf({ path, name, localized_names }: Value, language: string | undefined): Choice {
  const end = path.lastIndexOf('.')
  return {
    value: path,
    label: inLanguage(localized_names, language, name),
    ...(end < 0 ? {} : { parent: path.slice(0, end) }),
  }
}
