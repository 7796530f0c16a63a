import { useMemo } from 'react'
import { uiWords } from '#ui/words.ts'
import { currentLocale, type Translate, useWords } from './words.ts'

type Moment = string | number | Date

/** Dates, numbers and sizes as the language of the person writes them. */
export type Format = {
  /** 3 Nov 2026. A date without a time (`2026-11-03`) is the same day everywhere. */
  date(value: Moment): string
  dateTime(value: Moment): string
  /** "2 hours ago"; a date when it is more than a month away. */
  relative(value: Moment): string
  number(value: number): string
  percent(fraction: number): string
  bytes(size: number): string
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 31],
]

export function useFormat(): Format {
  const t = useWords(uiWords)
  return useMemo(() => formatFor(currentLocale(), t), [t])
}

const UNITS = ['bytes', 'kilobytes', 'megabytes', 'gigabytes', 'terabytes'] as const

export function formatFor(locale: string, t: Translate<typeof uiWords>): Format {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const number = new Intl.NumberFormat(locale)
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const size = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })

  const writeDate = (value: Moment) =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
      ? day.format(new Date(value))
      : date.format(new Date(value))

  return {
    date: writeDate,
    dateTime: (value) => dateTime.format(new Date(value)),
    relative(value) {
      let distance = (new Date(value).getTime() - Date.now()) / 1000
      for (const [unit, count] of STEPS) {
        if (Math.abs(distance) < count) return relative.format(Math.round(distance), unit)
        distance /= count
      }
      return writeDate(value)
    },
    number: (value) => number.format(value),
    percent: (fraction) => percent.format(fraction),
    bytes(value) {
      const step = Math.min(UNITS.length - 1, value > 0 ? Math.floor(Math.log(value) / Math.log(1000)) : 0)
      return t(`sizes.${UNITS[step] ?? 'bytes'}`, { amount: size.format(value / 1000 ** step) })
    },
  }
}
