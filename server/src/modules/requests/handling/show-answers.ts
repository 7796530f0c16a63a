import type { Client } from '#kernel/work.ts'
import { findValueNames, pathWithAncestors } from '#modules/datasets/index.ts'
import { type FormContent, formContent, inLanguage } from '#modules/requests/forms/form-content.ts'
import { choicesOf } from '#modules/requests/forms/form-details.ts'
import { labelOf } from '#modules/requests/forms/offered-values.ts'
import type { FormField, FormInput } from '#modules/requests/forms/schemas.ts'
import type { ShownAnswer, ShownFile } from '#modules/requests/portal-schemas.ts'
import type { RequestRow } from '#modules/requests/queries.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'

const findVersion = statement<{ definition: FormInput }, { client_id: string; code: string; version: number }>(`
  SELECT definition FROM form_versions WHERE client_id = $client_id AND code = $code AND version = $version`)

/** The form of a request, as it was when the request was made. */
export async function formOf(
  db: Db,
  client: Client,
  { form_code, form_version }: Pick<RequestRow, 'form_code' | 'form_version'>,
): Promise<FormContent> {
  const [found] = await findVersion(db, { client_id: client.id, code: form_code, version: form_version })
  if (!found) throw new Error(`Version ${form_version} of form ${form_code} not found.`)
  return formContent(found.definition)
}

const listFiles = statement<ShownFile & { field_code: string }, { client_id: string; request_id: string }>(`
  SELECT field_code, filename, content_type, size::float8 AS size FROM request_files
  WHERE client_id = $client_id AND request_id = $request_id AND field_code IS NOT NULL`)

type AnswersToShow = { request: RequestRow; form: FormContent; language: string | undefined }

/** What was given for the fields of the form, as people read it. */
export async function showAnswers(
  db: Db,
  client: Client,
  { request, form: { fields }, language }: AnswersToShow,
): Promise<ShownAnswer[]> {
  const values = request.body_json ?? {}
  const [files, shownOf] = await Promise.all([
    listFiles(db, { client_id: client.id, request_id: request.id }),
    datasetLabels(db, client, { fields, values, language }),
  ])
  const fileOf = new Map(files.map(({ field_code, ...file }) => [field_code, file]))
  return fields.map((field) => {
    const value = Object.hasOwn(values, field.code) ? values[field.code] : null
    return {
      code: field.code,
      label: inLanguage(field.localized_labels, language, field.label),
      type: field.type,
      value: field.type === 'file' ? null : value,
      shown: value === null ? [] : (shownOf.get(field.code) ?? labelsOf(field, value, language)),
      file: fileOf.get(field.code) ?? null,
    }
  })
}

/** Choices by their labels; what has none is shown by the page, in its own way. */
function labelsOf(field: FormField, value: unknown, language: string | undefined): string[] {
  const labels = new Map(choicesOf(field, language)?.map((one) => [one.value, one.label]))
  if (labels.size === 0) return []
  return [value].flat().map((one) => labels.get(String(one)) ?? String(one))
}

type LabelledFields = { fields: readonly FormField[]; values: Record<string, unknown>; language: string | undefined }

/** The names along the path of each value of a data set; one statement for each data set. */
async function datasetLabels(
  db: Db,
  client: Client,
  { fields, values, language }: LabelledFields,
): Promise<Map<string, string[]>> {
  const given = fields.flatMap(({ code, dataset }) =>
    dataset !== undefined && typeof values[code] === 'string' ? [{ code, dataset, path: values[code] }] : [],
  )
  const shown = new Map<string, string[]>()
  for (const [dataset, ofOne] of Map.groupBy(given, (one) => one.dataset)) {
    const paths = ofOne.map(({ path }) => path)
    const names = await findValueNames(db, client, dataset, paths)
    for (const { code, path } of ofOne) {
      shown.set(
        code,
        pathWithAncestors(path).map((step) => labelOf(names, step, language)),
      )
    }
  }
  return shown
}
