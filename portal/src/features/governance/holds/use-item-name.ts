import { holdWords } from '#features/governance/words.ts'
import { useWords } from '#ui/language/words.ts'
import type { Sample } from './holds.api.ts'

/** What something under hold is called, and a line that says more. */
export function useItemName(): (item: Sample) => { name: string; detail: string | null } {
  const t = useWords(holdWords)
  return ({ resource_type, resource_id, title, employee }) => {
    const kind = t(`kind.${resource_type}`)
    if (resource_type === 'employee') return { name: employee?.name ?? resource_id, detail: kind }
    const name = title ?? (resource_type === 'note' ? t('noteOn', { id: resource_id.slice(-8) }) : resource_id)
    return { name, detail: [kind, employee?.name].filter(Boolean).join(' · ') }
  }
}
