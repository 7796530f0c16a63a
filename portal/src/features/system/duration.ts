import { useMemo } from 'react'
import { currentLocale, useLanguage } from '#ui/language/words.ts'

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** A time in its two largest units, as the language of the person writes it: "3 days 4 hours". */
export function useDuration(): (seconds: number) => string {
  const language = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the locale changes with the language
  return useMemo(() => {
    const locale = currentLocale()
    return (seconds) => durationIn(locale, seconds)
  }, [language])
}

export function durationIn(locale: string, seconds: number): string {
  const largest = UNITS.findIndex(([, size]) => seconds >= size)
  const shown = UNITS.slice(largest < 0 ? UNITS.length - 1 : largest).slice(0, 2)
  let left = seconds
  const parts = shown.map(([unit, size]) => {
    const count = Math.floor(left / size)
    left -= count * size
    return { unit, count }
  })
  return parts
    .filter(({ count }, place) => count > 0 || place === 0)
    .map(({ unit, count }) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count))
    .join(' ')
}
