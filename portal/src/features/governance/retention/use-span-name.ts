import { useMemo } from 'react'
import { currentLocale, useLanguage } from '#ui/language/words.ts'

/** A month or a year by its name: "Mar 2031". */
export function useSpanName(month: 'short' | 'long'): (span: string) => string {
  const language = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the locale follows the language
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(currentLocale(), { month, year: 'numeric', timeZone: 'UTC' })
    return (span) => (span.includes('-') ? format.format(new Date(`${span}-01T00:00:00Z`)) : span)
  }, [language, month])
}
