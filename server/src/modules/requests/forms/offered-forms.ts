import { type Static, Type } from 'typebox'
import { nameOf, type Translations } from '#kernel/languages/translations.ts'
import type { Client } from '#kernel/work.ts'
import { findDataset } from '#modules/datasets/index.ts'
import { findParents } from '#modules/requests/submission/check-answers.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import { NamedObject, Nullable, OneOf } from '#platform/http/validation/schemas.ts'
import { orderIn } from '#platform/text/language.ts'
import { categoryIn, inLanguage } from './form-content.ts'
import { Choice, choicesOf } from './form-details.ts'
import { type FormRow, readForm, SELECT_FORM, type StoredForm } from './queries.ts'
import { DEFAULT_FORM, FIELD_TYPES, type FormField } from './schemas.ts'

const Category = NamedObject('OfferedFormCategory', {
  slug: Type.String(),
  name: Type.String(),
  description: Type.String(),
})
const CategoryOrNull = Type.Unsafe<Static<typeof Category> | null>({ ...Category, type: ['object', 'null'] } as object)

export const OfferedForm = NamedObject('OfferedForm', {
  slug: Type.String(),
  title: Type.String(),
  category: CategoryOrNull,
  featured: Type.Boolean(),
  visible_by_employee: Type.Boolean(),
})
export type OfferedForm = Static<typeof OfferedForm>

const Level = NamedObject('FieldDatasetLevel', { dimension: Type.String(), name: Type.String() })
const FieldDataset = NamedObject('FieldDataset', {
  id: Type.String(),
  levels: Type.Array(Level, { description: 'From the first one that is asked for to the last.' }),
  is_last_needed: Type.Boolean({ description: 'Whether a value of the last level is wanted, or one of any level.' }),
})

export const FieldToFill = NamedObject('FieldToFill', {
  code: Type.String(),
  label: Type.String(),
  type: OneOf(FIELD_TYPES),
  required: Type.Boolean(),
  max_length: Nullable('integer'),
  choices: Type.Unsafe<Choice[] | null>({ type: ['array', 'null'], items: Choice }),
  dataset: Type.Unsafe<Static<typeof FieldDataset> | null>({ ...FieldDataset, type: ['object', 'null'] } as object),
  depends_on: Nullable('string', { description: 'The field whose value is the parent of this one.' }),
})
export type FieldToFill = Static<typeof FieldToFill>

/** A form as it is filled in. */
export const FormToFill = NamedObject('FormToFill', {
  ...OfferedForm.properties,
  version: Type.Integer(),
  asks_for_subject: Type.Boolean({ description: 'The default form asks for a subject and a text instead of fields.' }),
  fields: Type.Array(FieldToFill),
})
export type FormToFill = Static<typeof FormToFill>

/** The largest number of forms on the page; more than a person reads through. */
const MAX_FORMS = 500

const list = statement<StoredForm, { client_id: string; is_for_managers: boolean; limit: number }>(`
  ${SELECT_FORM} WHERE form.client_id = $client_id AND form.deleted_at IS NULL
    AND ($is_for_managers::boolean OR (kept.definition ->> 'visible_by_employee')::boolean)
  ORDER BY (kept.definition ->> 'featured')::boolean DESC NULLS LAST, form.code LIMIT $limit`)

/** The forms that employees see, or all; those that are featured come first, then by title. */
export async function listOfferedForms(
  db: Db,
  client: Client,
  { isForManagers, language }: { isForManagers: boolean; language: string | undefined },
): Promise<OfferedForm[]> {
  const rows = await list(db, { client_id: client.id, is_for_managers: isForManagers, limit: MAX_FORMS })
  const forms = rows.map((row) => offer(readForm(row), language))
  const compare = orderIn(language)
  return forms.sort((a, b) => Number(b.featured) - Number(a.featured) || compare(a.title, b.title))
}

function offer({ code, content }: FormRow, language: string | undefined): OfferedForm {
  const { title, localized_titles, category, featured, visible_by_employee } = content
  return {
    slug: code,
    title: inLanguage(localized_titles, language, title),
    featured,
    visible_by_employee,
    category: category && categoryIn(category, language),
  }
}

/** A form in a language, with what its fields may be; values of data sets are asked for level by level. */
export async function formToFill(
  db: Db,
  client: Client,
  form: FormRow,
  language: string | undefined,
): Promise<FormToFill> {
  const { fields } = form.content
  const [parents, dimensions] = await Promise.all([findParents(db, client, fields), dimensionsOf(db, client, fields)])
  return {
    ...offer(form, language),
    version: form.version,
    asks_for_subject: form.code === DEFAULT_FORM,
    fields: fields.map((field) => ({
      code: field.code,
      label: inLanguage(field.localized_labels, language, field.label),
      type: field.type,
      required: field.required ?? false,
      max_length: field.max_length ?? null,
      choices: choicesOf(field, language),
      dataset: levelsOf(client, field, { parent: parents.get(field.code), known: dimensions, language }),
      depends_on: parents.get(field.code)?.code ?? null,
    })),
  }
}

type Dimensions = Map<string, { id: string; localized_names: Translations }[]>

async function dimensionsOf(db: Db, client: Client, fields: readonly FormField[]): Promise<Dimensions> {
  const ids = [...new Set(fields.flatMap(({ dataset }) => dataset ?? []))]
  return new Map(
    await Promise.all(ids.map(async (id) => [id, (await findDataset(db, client, id))?.dimensions ?? []] as const)),
  )
}

type FieldContext = { parent: FormField | undefined; known: Dimensions; language: string | undefined }

function levelsOf(
  { languages }: Client,
  { dataset, dimension }: FormField,
  { parent, known, language }: FieldContext,
): FieldToFill['dataset'] {
  if (dataset === undefined) return null
  const dimensions = known.get(dataset) ?? []
  const last = dimension === undefined ? dimensions.length - 1 : dimensions.findIndex((one) => one.id === dimension)
  const first = parent ? dimensions.findIndex((one) => one.id === parent.dimension) + 1 : 0
  return {
    id: dataset,
    levels: dimensions.slice(first, last + 1).map(({ id, localized_names }) => {
      const names = Object.entries(localized_names).map(([language_code, value]) => ({ language_code, value }))
      return { dimension: id, name: inLanguage(names, language, nameOf(localized_names, languages, id)) }
    }),
    is_last_needed: dimension !== undefined,
  }
}
