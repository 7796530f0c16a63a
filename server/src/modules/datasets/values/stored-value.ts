import type { Translations } from '#kernel/languages/translations.ts'
import { searchText, sortName } from '#modules/datasets/searchable.ts'
import type { ValuePath } from './value-path.ts'

/** A value as its row has it. */
export type StoredValue = ValuePath & { localizedNames: Translations; sortName: string; searchText: string }

export function toStored(
  valuePath: ValuePath,
  localizedNames: Translations,
  languages: readonly string[],
): StoredValue {
  return {
    ...valuePath,
    localizedNames,
    sortName: sortName(localizedNames, languages, valuePath.code),
    searchText: searchText(valuePath.code, localizedNames),
  }
}
