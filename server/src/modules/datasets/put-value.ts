import { isDeepStrictEqual } from 'node:util'
import type { Work } from '#platform/db/work.ts'
import { emit } from '#platform/events/define-event.ts'
import { invalidFields, notFound } from '#platform/problem.ts'
import { valueCreated, valueUpdated } from './events.ts'
import { type LocalizedName, parseLocalizedNames, type Translations } from './localized-names.ts'
import { presentValue } from './present.ts'
import type { Value } from './schemas.ts'
import { searchText, sortName } from './searchable.ts'
import { badPath, parseValuePath, tooDeep, unknownParent, type ValuePath } from './value-path.ts'
import { findPlaceOfValue, type StoredValue, upsertValue } from './value-queries.ts'

type PutValue = { datasetId: string; path: string; localizedNames: LocalizedName[] }

/** Adds a value or replaces its names. */
export async function putValue(work: Work, input: PutValue): Promise<{ value: Value; created: boolean }> {
  const place = parseValuePath(input.path)
  const names = parseLocalizedNames(input.localizedNames, 'localized_names')
  const errors = [...(place ? [] : [badPath('code')]), ...names.errors]
  if (!place || errors.length > 0) throw invalidFields(errors)

  const { id: clientId } = work.client
  const [found] = await findPlaceOfValue(work.tx, clientId, input.datasetId, place.level, place.pathKey)
  if (!found) throw notFound('data set', input.datasetId)
  const { dimension_id } = found
  if (dimension_id === null) throw invalidFields([tooDeep('code', found.depth)])

  const localized_names = names.translations
  const value = presentValue(
    { path: place.path, code: place.code, localized_names },
    { dataset_id: input.datasetId, dimension_id },
    work.client,
  )
  if (isDeepStrictEqual(found.localized_names, localized_names)) return { value, created: false }
  const stored = toStored(place, localized_names, work.client.languages)
  const [put] = await upsertValue(work.tx, work.client, found.dataset_key, stored)
  if (!put?.has_parent) throw invalidFields([unknownParent('code', place.parentPath ?? '')])
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
