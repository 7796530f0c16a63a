/** Texts by key, in groups: `{ list: { title: 'Requests' } }`. */
export type Words = { [key: string]: string | Words }
export type Values = Record<string, string | number>

/**
 * The text of `list.title`. With a `count`, the form that its language uses for that number: `pages_one`, `pages_other`,
 * and `pages_zero` for none where there is one. `{{count, number}}` is written as the language writes numbers. A key without a text is answered as it is.
 */
export function translate(words: Words, language: string, key: string, values: Values = {}): string {
  const text = (typeof values.count === 'number' && countedText(words, language, key, values.count)) || find(words, key)
  if (text === undefined) return key
  return text.replaceAll(/\{\{\s*(\w+)(,\s*number)?\s*\}\}/g, (_, name: string, isNumber?: string) => {
    const value = values[name] ?? ''
    return isNumber && typeof value === 'number' ? value.toLocaleString(language) : String(value)
  })
}

function countedText(words: Words, language: string, key: string, count: number): string | undefined {
  const none = count === 0 ? find(words, `${key}_zero`) : undefined
  return none ?? find(words, `${key}_${pluralRules(language).select(count)}`) ?? find(words, `${key}_other`)
}

function find(words: Words, key: string): string | undefined {
  const direct = words[key]
  if (typeof direct === 'string') return direct
  let found: string | Words | undefined = words
  for (const step of key.split('.')) {
    if (typeof found !== 'object') return undefined
    found = found[step]
  }
  return typeof found === 'string' ? found : undefined
}

const rules = new Map<string, Intl.PluralRules>()

function pluralRules(language: string): Intl.PluralRules {
  let known = rules.get(language)
  if (!known) {
    known = new Intl.PluralRules(language)
    rules.set(language, known)
  }
  return known
}
