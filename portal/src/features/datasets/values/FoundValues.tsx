import { IconSearch } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { type Dataset, listValues, type Value } from '#features/datasets/datasets.api.ts'
import classes from '#features/datasets/datasets.module.css'
import { datasetWords } from '#features/datasets/words.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { useCursorList } from '#ui/table/cursor-list.ts'
import found from './FoundValues.module.css'
import { ValueName } from './ValueTree.tsx'

type FoundValuesProps = {
  dataset: Dataset
  q: string
  selected: string | undefined
  onSelect: (value: Value) => void
  languages: string[]
}

const LINE_HEIGHT = 56

/** What a search finds anywhere in a data set, with where it lies. */
export function FoundValues({ dataset: { id }, q, selected, onSelect, languages }: FoundValuesProps) {
  const t = useWords(datasetWords)
  const format = useFormat()
  const frame = useRef<HTMLDivElement>(null)
  const list = useCursorList<Value>(['datasets', 'found', id, q], ({ cursor, signal }) =>
    listValues(id, { q }, cursor, signal),
  )
  const virtualizer = useVirtualizer({
    count: list.rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 10,
  })
  const items = virtualizer.getVirtualItems()
  const isNearEnd = list.hasMore && (items.at(-1)?.index ?? 0) > list.rows.length - 20
  const { loadMore } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again whenever the end comes near or rows came
  useEffect(() => {
    if (isNearEnd) loadMore()
  }, [isNearEnd, list.rows.length])

  if (list.isLoading) return <LoadingState lines={8} />
  if (list.error && list.rows.length === 0) return <ErrorState error={list.error} onRetry={list.retry} />
  const count = list.rows.length
  const words = { count, number: format.number(count) }
  return (
    <>
      <p role="status" className={found.count}>
        {list.hasMore ? t('values.atLeast', words) : t('values.foundCount', words)}
      </p>
      {count === 0 ? (
        <EmptyState icon={IconSearch} title={t('values.nothing')} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is scrolled by keys as well
        <section ref={frame} className={classes.tree} aria-label={t('values.found')} tabIndex={0}>
          <ul className={found.list} style={{ height: virtualizer.getTotalSize() }}>
            {items.map(({ index, start }) => {
              const value = list.rows[index]
              return value ? (
                <li key={value.path} className={classes.place} style={{ transform: `translateY(${start}px)` }}>
                  <button
                    type="button"
                    className={found.hit}
                    aria-current={value.path === selected || undefined}
                    onClick={() => onSelect(value)}
                  >
                    <ValueName value={value} languages={languages} />
                    <span className={found.path}>{value.path.replaceAll('.', ' › ')}</span>
                  </button>
                </li>
              ) : null
            })}
          </ul>
        </section>
      )}
    </>
  )
}
