import type { Client } from '#kernel/work.ts'
import { findDataset, findDimensionOf } from '#modules/datasets/index.ts'
import type { FormField } from '#modules/requests/forms/schemas.ts'
import type { Db } from '#platform/db/db.ts'
import type { FieldError } from '#platform/problem.ts'
import type { Answer } from './parse-answers.ts'

type DatasetField = FormField & { dataset: string }

/** Whether what was given for the fields of data sets is in them at this moment, and fits together. */
export async function checkDatasetAnswers(
  db: Db,
  client: Client,
  fields: readonly FormField[],
  values: ReadonlyMap<string, Answer>,
): Promise<FieldError[]> {
  const given = fields.filter(isOfDataset).filter((field) => values.has(field.code))
  if (given.length === 0) return []
  const pathOf = (field: FormField) => String(values.get(field.code))
  const dimensions = await Promise.all(given.map((field) => findDimensionOf(db, client, field.dataset, pathOf(field))))
  const errors = given.flatMap((field, index) => {
    const mistake = mistakeIn(field, pathOf(field), dimensions[index])
    return mistake ? [{ field: field.code, code: 'unknown_value', message: mistake }] : []
  })
  if (errors.length > 0 || given.length === 1) return errors

  const parents = await findParents(db, client, fields)
  return given.flatMap((field) => {
    let parent = parents.get(field.code)
    while (parent && !values.has(parent.code)) parent = parents.get(parent.code)
    if (!parent || pathOf(field).startsWith(`${pathOf(parent)}.`)) return []
    const message = `${field.label} (${field.code}) is not below ${parent.label} (${parent.code}).`
    return [{ field: 'base', code: 'contradiction', message }]
  })
}

function isOfDataset(field: FormField): field is DatasetField {
  return field.dataset !== undefined
}

function mistakeIn(field: DatasetField, path: string, dimension: string | undefined): string | undefined {
  if (dimension === undefined) return `Value ${path} not found in data set ${field.dataset}.`
  if (field.dimension === undefined || field.dimension === dimension) return undefined
  return `This is a value of the dimension ${dimension} (expected ${field.dimension}).`
}

/**
 * The field that each field of a data set depends on, by its code: the last one before it that asks for a value of the same
 * data set, of a dimension that lies above.
 */
export async function findParents(
  db: Db,
  client: Client,
  fields: readonly FormField[],
): Promise<Map<string, FormField>> {
  const ids = [...new Set(fields.filter(isOfDataset).map((field) => field.dataset))]
  const datasets = new Map(
    await Promise.all(ids.map(async (id) => [id, (await findDataset(db, client, id))?.dimensions ?? []] as const)),
  )
  const levelOf = ({ dataset = '', dimension }: FormField) =>
    (datasets.get(dataset) ?? []).findIndex((one) => one.id === dimension)
  const parents = new Map<string, FormField>()
  for (const [index, field] of fields.entries()) {
    const level = levelOf(field)
    if (!isOfDataset(field) || level < 1) continue
    const parent = fields
      .slice(0, index)
      .findLast((one) => one.dataset === field.dataset && levelOf(one) >= 0 && levelOf(one) < level)
    if (parent) parents.set(field.code, parent)
  }
  return parents
}
