import { nameOf, type Translations } from '#kernel/languages/translations.ts'
import { searchText as searchTextOf, sortText } from '#platform/text/search-text.ts'

/** What a search looks through: the id or code and every translation. */
export function searchText(idOrCode: string, translations: Translations): string {
  return searchTextOf([idOrCode, ...Object.values(translations)])
}

export function sortName(translations: Translations, languages: readonly string[], code: string): string {
  return sortText(nameOf(translations, languages, code))
}
