import { type LocalizedName, parseLocalizedNames } from '#kernel/languages/localized-names.ts'
import type { Work } from '#kernel/work.ts'
import { lockPath } from '#modules/datasets/dataset-locks.ts'
import { presentValue } from '#modules/datasets/definitions/present.ts'
import type { Value } from '#modules/datasets/definitions/schemas.ts'
import { invalidFields, notFound } from '#platform/problem.ts'
import { DIMENSION_PLACEHOLDER, upsertValue } from './queries.ts'
import { toStored } from './stored-value.ts'
import { invalidPath, parseValuePath, tooDeep, unknownParent } from './value-path.ts'

type PutValue = { datasetId: string; path: string; localizedNames: LocalizedName[] }

/** Adds a value or replaces its names. */
export async function putValue(work: Work, input: PutValue): Promise<{ value: Value; created: boolean }> {
  const valuePath = parseValuePath(input.path)
  const names = parseLocalizedNames(input.localizedNames, 'localized_names')
  const errors = [...(valuePath ? [] : [invalidPath('code')]), ...names.errors]
  if (!valuePath || errors.length > 0) throw invalidFields(errors)

  const shown = { path: valuePath.path, code: valuePath.code, localized_names: names.translations }
  const valueIn = (dimension_id: string) =>
    presentValue(shown, { dataset_id: input.datasetId, dimension_id }, work.client)
  const stored = toStored(valuePath, names.translations, work.client.languages)
  // A work of one statement goes without: should a lock be taken, it is run again as one of several.
  if (!work.isOneStatement) await lockPath(work.tx, work.client, input.datasetId, valuePath.path)
  const put = await upsertValue(work, input.datasetId, stored, JSON.stringify(valueIn(DIMENSION_PLACEHOLDER)))
  if (put.depth === null) throw notFound('data set', input.datasetId)
  if (put.dimension_id === null) throw invalidFields([tooDeep('code', put.depth)])
  if (!put.has_parent) throw invalidFields([unknownParent('code', valuePath.parentPath ?? '')])
  return { value: valueIn(put.dimension_id), created: put.created ?? false }
}
