import { CloseButton, Combobox, InputBase, Loader, ScrollArea, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSelector } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import classes from '#features/requests/requests.module.css'
import { requestWords } from '#features/requests/words.ts'
import { useWords } from '#ui/language/words.ts'
import type { OfferedValue, ValueSource } from './value-source.ts'

type ValueSelectProps = {
  label: string
  hideLabel?: boolean
  source: ValueSource
  dataset: string
  /** Only values of this dimension, and right below this one. */
  dimension?: string | undefined
  parent?: string | undefined
  value: string
  /** What is shown for the value. */
  valueLabel: string
  onChoose: (chosen: OfferedValue | undefined) => void
  placeholder?: string
  required?: boolean
  disabled?: boolean
  error?: string | undefined
  description?: string | undefined
}

const TYPING_MS = 200

/** One value of a data set of any size: searched by the server while typing, loaded page by page. */
export function ValueSelect(props: ValueSelectProps) {
  const { label, hideLabel = false, parent, value, valueLabel, onChoose, error } = props
  const { placeholder, required = false, disabled = false, description } = props
  const t = useWords(requestWords)
  const [typed, setTyped] = useState<string>()
  const [q] = useDebouncedValue(typed?.trim() ?? '', TYPING_MS)
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setTyped(undefined)
    },
  })
  const query = useOfferedValues(props, q, combobox.dropdownOpened)
  const values = query.data?.pages.flatMap((page) => page.items) ?? []
  const choose = (path: string) => {
    onChoose(values.find((one) => one.value === path))
    combobox.closeDropdown()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal>
      <Combobox.Target withExpandedAttribute autoComplete="off">
        <InputBase
          {...(hideLabel ? { 'aria-label': label } : { label })}
          {...(error === undefined ? {} : { error })}
          {...(description === undefined ? {} : { description })}
          required={required}
          disabled={disabled}
          placeholder={placeholder ?? t('field.choose')}
          value={typed ?? valueLabel}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => combobox.closeDropdown()}
          rightSectionPointerEvents={value === '' ? 'none' : 'all'}
          rightSection={
            value === '' ? (
              <IconSelector size={16} aria-hidden />
            ) : (
              <CloseButton
                size="sm"
                aria-label={t('field.clear', { field: label })}
                disabled={disabled}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose(undefined)}
              />
            )
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Options label={label} value={value} isPathShown={parent === undefined} query={query} />
      </Combobox.Dropdown>
    </Combobox>
  )
}

function useOfferedValues(props: ValueSelectProps, q: string, isOpen: boolean) {
  const { source, dataset, dimension, parent, disabled = false } = props
  return useInfiniteQuery({
    queryKey: ['offered-values', source.id, dataset, dimension, parent, q],
    queryFn: ({ pageParam, signal }) => source.list(dataset, { dimension, parent, q, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    enabled: isOpen && !disabled,
    staleTime: 60_000,
  })
}

type OptionsProps = {
  label: string
  value: string
  /** Whether the names of the values above are shown too. */
  isPathShown: boolean
  query: ReturnType<typeof useOfferedValues>
}

function Options({ label, value, isPathShown, query }: OptionsProps) {
  const t = useWords(requestWords)
  const values = query.data?.pages.flatMap((page) => page.items) ?? []
  const loadMore = () => {
    if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
  }
  return (
    <Combobox.Options aria-label={label}>
      <ScrollArea.Autosize mah={280} type="auto" onBottomReached={loadMore}>
        {values.map((one) => (
          <Combobox.Option key={one.value} value={one.value} className={classes.option} active={one.value === value}>
            <span>{one.label}</span>
            {isPathShown && one.above.length > 0 && <span className={classes.above}>{one.above.join(' › ')}</span>}
          </Combobox.Option>
        ))}
      </ScrollArea.Autosize>
      {values.length === 0 && (
        <Combobox.Empty>
          {query.isError ? t('field.failed') : query.isFetching ? t('field.loading') : t('field.nothing')}
        </Combobox.Empty>
      )}
      {query.isFetchingNextPage && <Loader size="xs" m="xs" />}
    </Combobox.Options>
  )
}
