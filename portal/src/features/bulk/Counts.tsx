import { Text } from '@mantine/core'
import type { BulkAction } from '#shared/bulk/bulk.api.ts'
import { bulkWords } from '#shared/bulk/words.ts'
import { useWords } from '#ui/language/words.ts'

/** What became of the items, in one line. */
export function Counts({ action }: { action: BulkAction }) {
  const t = useWords(bulkWords)
  const counts = (['done', 'skipped', 'failed'] as const).filter((one) => one === 'done' || action[one] > 0)
  return (
    <Text component="span" size="sm" c="dimmed">
      {counts.map((one) => t('countOf', { label: t(`counts.${one}`), count: action[one] })).join(' · ')}
    </Text>
  )
}
