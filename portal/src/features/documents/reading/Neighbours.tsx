import { ActionIcon, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect } from 'react'
import { employeeDocumentWords } from '#features/documents/words.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import type { CursorList } from '#ui/table/cursor-list.ts'

type NeighboursProps<T> = { id: string; list: CursorList<T>; hrefOf: (row: T) => string }

/** The previous and next documents in the list that led here. */
export function Neighbours<T extends { id: string; title: string }>({ id, list, hrefOf }: NeighboursProps<T>) {
  const t = useWords(employeeDocumentWords)
  const at = list.rows.findIndex((row) => row.id === id)
  const previous = at > 0 ? list.rows[at - 1] : undefined
  const next = at >= 0 ? list.rows[at + 1] : undefined
  const { hasMore, loadMore } = list
  const isLast = at >= 0 && at === list.rows.length - 1
  // biome-ignore lint/correctness/useExhaustiveDependencies: loadMore is another function each time
  useEffect(() => {
    if (isLast && hasMore) loadMore()
  }, [isLast, hasMore])
  if (!previous && !next) return null
  return (
    <Group component="nav" gap={4} aria-label={t('document.around')}>
      <Step label={t('document.previous')} icon={IconChevronLeft} href={previous && hrefOf(previous)} />
      <Step label={t('document.next')} icon={IconChevronRight} href={next && hrefOf(next)} />
    </Group>
  )
}

type StepProps = { label: string; icon: typeof IconChevronLeft; href: string | undefined }

function Step({ label, icon: Icon, href }: StepProps) {
  const picture = <Icon size={18} aria-hidden />
  if (href === undefined) {
    return (
      <ActionIcon variant="default" size={36} aria-label={label} disabled>
        {picture}
      </ActionIcon>
    )
  }
  return (
    <ActionIcon component={AppLink} href={href} variant="default" size={36} aria-label={label} title={label}>
      {picture}
    </ActionIcon>
  )
}
