import type { CategoryRow } from '#modules/articles/categories/queries.ts'
import type { ArticleRow } from '#modules/articles/writing/queries.ts'
import { closestLanguage } from '#platform/text/language.ts'
import type { CategoryName } from './schemas.ts'

/** An article in the language of its reader, where there is one; else as it was written. */
export function inLanguageOf(row: ArticleRow, wanted: string | null | undefined) {
  const all = [row, ...row.translations]
  const language = closestLanguage(
    all.map((one) => one.language_code),
    wanted,
  )
  return all.find((one) => one.language_code === language) ?? row
}

export function namedInLanguageOf(row: CategoryRow, wanted: string | null | undefined): CategoryName {
  const own = row.language_code
  const language = closestLanguage([own, ...Object.keys(row.localized_names)], wanted)
  const isOwn = language === undefined || language === own
  return { slug: row.slug, name: isOwn ? row.name : (row.localized_names[language] ?? row.name) }
}

/** What a category is about, in the language of its reader. */
export function describedInLanguageOf(row: CategoryRow, wanted: string | null | undefined): string | null {
  const language = closestLanguage([row.language_code, ...Object.keys(row.localized_descriptions)], wanted)
  return (language === undefined ? undefined : row.localized_descriptions[language]) ?? row.description
}
