import type { Translations } from '#kernel/languages/translations.ts'
import { searchText, sortName } from '#modules/datasets/searchable.ts'
import type { ValuePath } from './value-path.ts'

/** A value as its row has it. */
export type StoredValue = ValuePath & { localizedNames: Translations; sortName: string; searchText: string }

export function toStored(place: ValuePath, localizedNames: Translations, languages: readonly string[]): StoredValue {
  return {
    ...place,
    localizedNames,
    sortName: sortName(localizedNames, languages, place.code),
    searchText: searchText(place.code, localizedNames),
  }
}
