import type { Work } from '#platform/db/work.ts'
import { emit } from '#platform/events/define-event.ts'
import { invalidFields, notFound } from '#platform/problem.ts'
import { valueCreated, valueUpdated } from './events.ts'
import { type LocalizedName, parseLocalizedNames, type Translations } from './localized-names.ts'
import { presentValue } from './present.ts'
import type { Value } from './schemas.ts'
import { searchText, sortName } from './searchable.ts'
import { badPath, parseValuePath, tooDeep, unknownParent, type ValuePath } from './value-path.ts'
import { type StoredValue, upsertValue } from './value-queries.ts'

type PutValue = { datasetId: string; path: string; localizedNames: LocalizedName[] }

/** Adds a value or replaces its names. */
export async function putValue(work: Work, input: PutValue): Promise<{ value: Value; created: boolean }> {
  const place = parseValuePath(input.path)
  const names = parseLocalizedNames(input.localizedNames, 'localized_names')
  const errors = [...(place ? [] : [badPath('code')]), ...names.errors]
  if (!place || errors.length > 0) throw invalidFields(errors)

  const stored = toStored(place, names.translations, work.client.languages)
  const [put] = await upsertValue(work.tx, work.client, input.datasetId, stored)
  if (!put) throw notFound('data set', input.datasetId)
  if (put.dimension_id === null) throw invalidFields([tooDeep('code', put.depth)])
  if (!put.has_parent) throw invalidFields([unknownParent('code', place.parentPath ?? '')])

  const value = presentValue(
    { path: place.path, code: place.code, localized_names: names.translations },
    { dataset_id: input.datasetId, dimension_id: put.dimension_id },
    work.client,
  )
  if (put.created !== null) emit(work, put.created ? valueCreated : valueUpdated, value)
  return { value, created: put.created ?? false }
}

export function toStored(place: ValuePath, localizedNames: Translations, languages: readonly string[]): StoredValue {
  return {
    ...place,
    localizedNames,
    sortName: sortName(localizedNames, languages, place.code),
    searchText: searchText(place.code, localizedNames),
  }
}
