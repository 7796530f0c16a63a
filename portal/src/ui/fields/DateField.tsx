import { ActionIcon, CloseButton, Group, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { DatePicker, DatesProvider } from '@mantine/dates'
import { uiWords } from '#ui/words.ts'
import '@mantine/dates/styles.layer.css'
import { IconCalendar } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { currentLocale, useLanguage, useWords } from '#ui/language/words.ts'
import { calendarNames, firstDayOf } from './calendar-names.ts'
import { dateFormatOf, describeFormat, readDate, writeDate } from './typed-date.ts'

export type DateFieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'rightSection'> & {
  /** `2026-11-03`, or null. */
  value: string | null
  onChange: (value: string | null) => void
  minDate?: string
  maxDate?: string
  clearable?: boolean
}

/**
 * A date to type or to pick, in the order of the reader's locale. Text that is not a date is reported, empties the value, and keeps
 * the form around it from being sent: nothing else than what is shown is ever saved.
 */
export function DateField(props: DateFieldProps) {
  const { value, onChange, minDate, maxDate, clearable = true, error, placeholder, onBlur, ...others } = props
  const t = useWords(uiWords)
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const format = dateFormatOf(currentLocale())
  const letters = { day: t('calendar.day'), month: t('calendar.month'), year: t('calendar.year') }
  const hint = describeFormat(format, letters)
  const { text, setText, mistake, settle } = useTyped(value, onChange, { minDate, maxDate, hint, format })
  useHeldForm(input, settle)

  const pick = (picked: string | null) => {
    onChange(picked)
    setOpen(false)
    input.current?.focus()
  }
  const isCleared = text === ''
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <TextInput
          autoComplete="off"
          {...others}
          ref={input}
          value={text}
          placeholder={placeholder ? `${placeholder} ${hint}` : hint}
          error={mistake ?? error}
          rightSectionWidth={clearable && !isCleared ? 64 : 36}
          rightSectionPointerEvents="all"
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => onKey(event, { isOpen, setOpen, settle })}
          onBlur={(event) => {
            if (!isSubmit(event.relatedTarget, input.current)) settle()
            onBlur?.(event)
          }}
          rightSection={
            <DateButtons
              isClearable={clearable && !isCleared}
              disabled={others.disabled ?? false}
              onClear={() => pick(null)}
              onOpen={() => setOpen((open) => !open)}
            />
          }
        />
      </Popover.Target>
      <Popover.Dropdown>
        <Calendar value={value} onChange={pick} minDate={minDate} maxDate={maxDate} />
      </Popover.Dropdown>
    </Popover>
  )
}

type Calendaring = { isOpen: boolean; setOpen: (open: boolean) => void; settle: () => void }

function onKey(event: KeyboardEvent, { isOpen, setOpen, settle }: Calendaring) {
  if (event.key === 'ArrowDown') {
    event.preventDefault()
    setOpen(true)
  }
  // The focus may not have moved into the calendar yet, which closes by itself, and a dialog around it must stay.
  if (event.key === 'Escape' && isOpen) {
    event.stopPropagation()
    setOpen(false)
  }
  if (event.key === 'Enter') settle()
}

type DateButtonsProps = { isClearable: boolean; disabled: boolean; onClear: () => void; onOpen: () => void }

function DateButtons({ isClearable, disabled, onClear, onOpen }: DateButtonsProps) {
  const t = useWords(uiWords)
  return (
    <Group gap={0} wrap="nowrap">
      {isClearable && !disabled && <CloseButton size="sm" aria-label={t('calendar.clear')} onClick={onClear} />}
      <ActionIcon variant="subtle" color="gray" aria-label={t('calendar.open')} disabled={disabled} onClick={onOpen}>
        <IconCalendar size={18} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

type CalendarProps = {
  value: string | null
  onChange: (value: string | null) => void
  minDate: string | undefined
  maxDate: string | undefined
}

function Calendar({ value, onChange, minDate, maxDate }: CalendarProps) {
  const t = useWords(uiWords)
  const language = useLanguage()
  return (
    <DatesProvider settings={{ firstDayOfWeek: firstDayOf(language), weekendDays: [] }}>
      <DatePicker
        {...calendarNames(currentLocale())}
        value={value}
        {...(value === null ? {} : { defaultDate: value })}
        onChange={onChange}
        hideOutsideDates
        {...(minDate === undefined ? {} : { minDate })}
        {...(maxDate === undefined ? {} : { maxDate })}
        ariaLabels={{
          previousMonth: t('calendar.previousMonth'),
          nextMonth: t('calendar.nextMonth'),
          previousYear: t('calendar.previousYear'),
          nextYear: t('calendar.nextYear'),
          previousDecade: t('calendar.previousDecade'),
          nextDecade: t('calendar.nextDecade'),
        }}
      />
    </DatesProvider>
  )
}

type Reading = {
  minDate: string | undefined
  maxDate: string | undefined
  hint: string
  format: ReturnType<typeof dateFormatOf>
}

/** The text as it is typed, and what is wrong with it once the field is left. */
function useTyped(value: string | null, onChange: (value: string | null) => void, reading: Reading) {
  const t = useWords(uiWords)
  const { minDate, maxDate, hint, format } = reading
  const written = value === null ? '' : writeDate(value, format)
  const [typed, setTyped] = useState<{ text: string; isLeft: boolean } | undefined>()
  // A value from elsewhere, such as a reset or a pick, replaces what was typed.
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    if (value !== null || !typed) setTyped(undefined)
  }

  /** A date that is being typed counts from its last digit on. */
  function setText(text: string): void {
    setTyped({ text, isLeft: false })
    const date = fitting(text)
    if (date !== undefined || text === '') change(date ?? null)
  }

  function change(date: string | null): void {
    setKnown(date)
    if (date !== value) onChange(date)
  }

  function fitting(text: string): string | undefined {
    const date = readDate(text, format)
    if (date === undefined || (minDate && date < minDate) || (maxDate && date > maxDate)) return undefined
    return date
  }

  /** Answers whether what stands there is a date, or nothing. */
  function settle(): boolean {
    if (!typed) return true
    const date = fitting(typed.text)
    const isFine = date !== undefined || typed.text.trim() === ''
    change(date ?? null)
    setTyped(isFine ? undefined : { ...typed, isLeft: true })
    return isFine
  }

  const text = typed?.text ?? written
  return { text, setText, settle, mistake: typed?.isLeft ? describeMistake(text) : undefined }

  function describeMistake(given: string): string {
    const date = readDate(given, format)
    if (date === undefined) return t('calendar.invalid', { format: hint })
    if (minDate && date < minDate) return t('calendar.tooEarly', { date: writeDate(minDate, format) })
    return t('calendar.tooLate', { date: writeDate(maxDate ?? date, format) })
  }
}

/** Keeps the form of a field from being sent while what was typed is wrong. */
function useHeldForm(input: RefObject<HTMLInputElement | null>, settle: () => boolean): void {
  useEffect(() => {
    const form = input.current?.form
    const hold = (event: SubmitEvent) => {
      if (settle()) return
      event.preventDefault()
      event.stopImmediatePropagation()
      input.current?.focus()
    }
    form?.addEventListener('submit', hold, { capture: true })
    return () => form?.removeEventListener('submit', hold, { capture: true })
  }, [input, settle])
}

/** Sending the form settles the field: a mistake that shows before would move the button away from under the pointer. */
function isSubmit(target: EventTarget | null, input: HTMLInputElement | null): boolean {
  return target instanceof HTMLButtonElement && target.type === 'submit' && target.form === input?.form
}
