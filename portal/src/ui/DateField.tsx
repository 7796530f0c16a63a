import { DateInput, type DateInputProps, DatesProvider } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { useLanguage, useWords } from '../app/i18n.ts'

type DateFieldProps = Omit<DateInputProps, 'value' | 'onChange'> & {
  /** `2026-11-03`, or null. */
  value: string | null
  onChange: (value: string | null) => void
}

/** A date to type or to pick, as the person's language writes it. */
export function DateField(props: DateFieldProps) {
  const language = useLanguage()
  const t = useWords('ui')
  return (
    <DatesProvider settings={{ locale: language, firstDayOfWeek: language === 'fr' ? 1 : 0, weekendDays: [] }}>
      <DateInput
        valueFormat={language === 'fr' ? 'DD/MM/YYYY' : 'MMM D, YYYY'}
        clearable
        hideOutsideDates
        ariaLabels={{
          previousMonth: t('calendar.previousMonth'),
          nextMonth: t('calendar.nextMonth'),
          previousYear: t('calendar.previousYear'),
          nextYear: t('calendar.nextYear'),
          previousDecade: t('calendar.previousDecade'),
          nextDecade: t('calendar.nextDecade'),
        }}
        clearButtonProps={{ 'aria-label': t('filters.clear') }}
        {...props}
      />
    </DatesProvider>
  )
}
