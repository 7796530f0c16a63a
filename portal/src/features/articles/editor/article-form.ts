import type { Article } from '#features/articles/articles.api.ts'
import type { ArticleInput, Audience } from './editor.api.ts'

export type Text = { title: string; body: string }
export type Rule = Article['custom_field_rules'][number]

/** What is typed into the editor. */
export type ArticleValues = {
  slug: string
  /** The language in which the article is first written. */
  main: string
  texts: Record<string, Text>
  categories: string[]
  featured: boolean
  accessible_by: Article['accessible_by']
  organizations: string[]
  roles: string[]
  custom_field_rules: Rule[]
}

const NOTHING: Text = { title: '', body: '' }

export function newValues(main: string, isForAll: boolean): ArticleValues {
  return {
    slug: '',
    main,
    texts: { [main]: NOTHING },
    categories: [],
    featured: false,
    // Who may write in a perimeter writes for its employees; managers elsewhere would read it too.
    accessible_by: isForAll ? ['employees', 'managers'] : ['employees'],
    organizations: [],
    roles: [],
    custom_field_rules: [],
  }
}

export function valuesOf(article: Article): ArticleValues {
  const { slug, title, body, language_code, translations, categories, featured } = article
  const others = translations.map((one) => [one.language_code, { title: one.title, body: one.body }])
  const { accessible_by, organizations, roles, custom_field_rules } = article
  return {
    slug,
    main: language_code,
    texts: { [language_code]: { title, body }, ...Object.fromEntries(others) },
    categories,
    featured,
    accessible_by,
    organizations,
    roles,
    custom_field_rules,
  }
}

export function textIn(values: ArticleValues, language: string): Text {
  return values.texts[language] ?? NOTHING
}

/** Whether there is anything in a language. */
export function isWritten({ title, body }: Text): boolean {
  return title.trim() !== '' || hasText(body)
}

/** An editor that is empty says `<p></p>`. */
function hasText(body: string): boolean {
  return /<(img|table|hr)\b/i.test(body) || body.replace(/<[^>]*>|&nbsp;|\s/g, '') !== ''
}

export function audienceOf(values: ArticleValues): Audience {
  const { accessible_by, organizations, roles, custom_field_rules } = values
  return { accessible_by, organizations, roles, custom_field_rules: custom_field_rules.filter(isComplete) }
}

const isComplete = (rule: Rule) => rule.field !== '' && rule.in.length > 0

export function inputOf(values: ArticleValues, state: Article['state']): ArticleInput {
  const { main, texts, categories, featured } = values
  const others = Object.entries(texts).filter(([language, text]) => language !== main && isWritten(text))
  return {
    ...textIn(values, main),
    language_code: main,
    translations: others.map(([language_code, text]) => ({ language_code, ...text })),
    categories,
    featured,
    state,
    ...audienceOf(values),
  }
}

export type Mistakes = { slug?: string; organizations?: string; titles: Record<string, string>; rules: number[] }

/** What keeps an article from being saved; `required` is what to say of what is missing. */
export function mistakesIn(values: ArticleValues, needsOrganizations: boolean, required: string): Mistakes | undefined {
  const { main, texts, slug, organizations, custom_field_rules } = values
  const untitled = Object.entries(texts).filter(
    ([language, text]) => text.title.trim() === '' && (language === main || isWritten(text)),
  )
  const rules = custom_field_rules.flatMap((rule, index) => (isComplete(rule) ? [] : [index]))
  const lacksPlace = needsOrganizations && organizations.length === 0
  if (untitled.length === 0 && slug !== '' && rules.length === 0 && !lacksPlace) return undefined
  return {
    ...(slug === '' ? { slug: required } : {}),
    ...(lacksPlace ? { organizations: required } : {}),
    titles: Object.fromEntries(untitled.map(([language]) => [language, required])),
    rules,
  }
}
