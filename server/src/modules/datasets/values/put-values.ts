import { setImmediate as nextRound } from 'node:timers/promises'
import { emit } from '#kernel/events/define-event.ts'
import { parseLocalizedNames } from '#kernel/languages/localized-names.ts'
import type { Work } from '#kernel/work.ts'
import { presentValue } from '#modules/datasets/definitions/present.ts'
import { type DatasetRow, lockForValues } from '#modules/datasets/definitions/queries.ts'
import type { BulkResult, ValueInput } from '#modules/datasets/definitions/schemas.ts'
import { valueCreated, valueUpdated } from '#modules/datasets/events.ts'
import { flushEvents } from '#platform/events/outbox.ts'
import { type FieldError, invalidFields, notFound } from '#platform/problem.ts'
import { listKnownKeys, upsertValues } from './queries.ts'
import { type StoredValue, toStored } from './stored-value.ts'
import { invalidPath, parseValuePath, tooDeep, unknownParent } from './value-path.ts'

/** Ten thousand values are worked on in steps, so that other calls are answered in between. */
const BATCH_SIZE = 1000

/** Adds or changes many values: all of them, or none when one is refused. */
export async function putValues(work: Work, datasetId: string, inputs: ValueInput[]): Promise<BulkResult> {
  const paths = inputs.map(({ code }) => code)
  const dataset = await lockForValues(work.tx, work.client, datasetId, paths)
  if (!dataset) throw notFound('data set', datasetId)
  const { values, errors } = await parseValues(work, dataset, inputs)
  errors.push(...(await orphans(work, dataset, values)))
  if (errors.length > 0) throw invalidFields(errors)

  const result = { created: 0, updated: 0, unchanged: inputs.length }
  for (const [step, some] of inBatches([...values.values()]).entries()) {
    // The events of a step are written before those of the next take memory too.
    if (step > 0) await flushEvents(work)
    for (const created of await storeValues(work, dataset, datasetId, some)) {
      result[created ? 'created' : 'updated'] += 1
      result.unchanged -= 1
    }
  }
  return result
}

/** Always in one order, so that two calls never wait for each other in a circle. */
function inBatches(values: StoredValue[]): StoredValue[][] {
  const sorted = values.toSorted((one, other) => (one.pathKey < other.pathKey ? -1 : 1))
  return Array.from({ length: Math.ceil(sorted.length / BATCH_SIZE) }, (_, step) =>
    sorted.slice(step * BATCH_SIZE, (step + 1) * BATCH_SIZE),
  )
}

/** Answers, for each value that was new or changed, whether it was new. */
async function storeValues(
  work: Work,
  dataset: DatasetRow,
  datasetId: string,
  values: StoredValue[],
): Promise<boolean[]> {
  const changes = await upsertValues(work.tx, work.client, dataset.key, values)
  const byKey = new Map(values.map((value) => [value.pathKey, value]))
  for (const { path_key, created } of changes) {
    const value = byKey.get(path_key)
    const dimension = value && dataset.dimensions[value.level - 1]
    if (!value || !dimension) continue
    const shown = { path: value.path, code: value.code, localized_names: value.localizedNames }
    const location = { dataset_id: datasetId, dimension_id: dimension.id }
    emit(work, created ? valueCreated : valueUpdated, presentValue(shown, location, work.client))
  }
  return changes.map((one) => one.created)
}

type Parsed = { values: Map<number, StoredValue>; errors: FieldError[] }

/** The values by their position in the request. */
async function parseValues(work: Work, dataset: DatasetRow, inputs: ValueInput[]): Promise<Parsed> {
  const values = new Map<number, StoredValue>()
  const seen = new Set<string>()
  const errors: FieldError[] = []
  for (const [index, { code, localized_names }] of inputs.entries()) {
    if (index % BATCH_SIZE === BATCH_SIZE - 1) await nextRound()
    const field = `values.${index}`
    const valuePath = parseValuePath(code)
    const names = parseLocalizedNames(localized_names, `${field}.localized_names`)
    errors.push(...names.errors)
    if (!valuePath) errors.push(invalidPath(`${field}.code`))
    else if (valuePath.level > dataset.dimensions.length)
      errors.push(tooDeep(`${field}.code`, dataset.dimensions.length))
    else if (seen.has(code))
      errors.push({ field: `${field}.code`, code: 'repeated', message: 'This value appears more than once.' })
    else values.set(index, toStored(valuePath, names.translations, work.client.languages))
    seen.add(code)
  }
  return { values, errors }
}

/** Values whose parent is neither in the data set nor in the request. */
async function orphans(work: Work, dataset: DatasetRow, values: Parsed['values']): Promise<FieldError[]> {
  const given = new Set([...values.values()].map((value) => value.pathKey))
  const wanted = [...values.values()].flatMap(({ parentKey }) =>
    parentKey && !given.has(parentKey) ? [parentKey] : [],
  )
  const known = await listKnownKeys(work.tx, work.client, dataset.key, [...new Set(wanted)])
  return [...values].flatMap(([index, { parentKey, parentPath }]) =>
    parentKey && parentPath && !given.has(parentKey) && !known.has(parentKey)
      ? [unknownParent(`values.${index}.code`, parentPath)]
      : [],
  )
}
