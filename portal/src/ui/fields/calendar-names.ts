type DayOfWeek = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** What a calendar calls days and months, as a locale does. */
export function calendarNames(locale: string) {
  const write = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    return (date: string) => capitalized(format.format(new Date(`${date.slice(0, 10)}T00:00:00Z`)), locale)
  }
  return {
    monthLabelFormat: write({ month: 'long', year: 'numeric' }),
    monthsListFormat: write({ month: 'short' }),
    weekdayFormat: write({ weekday: 'short' }),
    getDayAriaLabel: write({ day: 'numeric', month: 'long', year: 'numeric' }),
  }
}

/** The day a week begins with, 0 for Sunday; Monday where a browser does not tell. */
export function firstDayOf(language: string): DayOfWeek {
  // Not in the types of es2024 yet, and not in every browser.
  const locale: { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(language) as object
  const firstDay = locale.getWeekInfo?.().firstDay ?? 1
  return (firstDay % 7) as DayOfWeek
}

function capitalized(text: string, language: string): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1)
}
