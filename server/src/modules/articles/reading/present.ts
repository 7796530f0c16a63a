import type { CategoryRow } from '#modules/articles/categories/queries.ts'
import type { ArticleRow } from '#modules/articles/writing/queries.ts'
import { textOfHtml } from '#platform/text/html-text.ts'
import { inSeconds } from '#platform/time/dates.ts'
import { excerpt, highlight, shorten } from './highlight.ts'
import { inLanguageOf, namedInLanguageOf } from './reader-language.ts'
import type { ManagedArticle, ManagedReadArticle } from './schemas.ts'

/** How much of an article a list tells. */
const SUMMARY_CHARACTERS = 220
const SUMMARY_HTML = 4000

type Reading = {
  language: string | null | undefined
  categories: ReadonlyMap<string, CategoryRow>
  /** What was looked for. */
  search?: string | undefined
}

/** An article in a list of the portal: what a reader chooses by. */
export function presentListed(row: ArticleRow, { language, categories, search }: Reading): ManagedArticle {
  const { title, body, language_code } = inLanguageOf(row, language)
  const [category] = namesOf(row, categories, language)
  return {
    slug: row.slug,
    title,
    language_code,
    category: category ?? null,
    summary: summaryOf(body),
    featured: row.featured,
    state: row.state,
    total_hits: row.total_hits,
    updated_at: inSeconds(row.updated_at),
    created_at: inSeconds(row.created_at),
    ...(search?.trim()
      ? { highlights: { title: highlight(title, search), text: excerpt(proseOf(body), search) } }
      : {}),
  }
}

/** An article as it is read. */
export function presentRead(row: ArticleRow, { language, categories }: Reading): ManagedReadArticle {
  return {
    ...presentListed(row, { language, categories }),
    body: inLanguageOf(row, language).body,
    languages: [row.language_code, ...row.translations.map((one) => one.language_code)],
    categories: namesOf(row, categories, language),
  }
}

function namesOf(row: ArticleRow, categories: ReadonlyMap<string, CategoryRow>, language: string | null | undefined) {
  return row.categories.flatMap((one) => categories.get(one) ?? []).map((one) => namedInLanguageOf(one, language))
}

function summaryOf(body: string): string {
  return shorten(proseOf(body.slice(0, SUMMARY_HTML)), SUMMARY_CHARACTERS)
}

/** A text as one line, in which nothing is left of its lists but their words. */
function proseOf(body: string): string {
  return textOfHtml(body).replace(/^- /gm, '').replace(/\s+/g, ' ')
}
