import { erasureWords } from '#features/governance/words.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import type { Deletion } from './erasure.api.ts'

/** What was asked for. */
export function DeletionFacts({ deletion }: { deletion: Deletion }) {
  const t = useWords(erasureWords)
  return (
    <Section title={t('facts.title')}>
      <DefinitionList items={useFacts(deletion)} stacked />
    </Section>
  )
}

function useFacts(deletion: Deletion) {
  const t = useWords(erasureWords)
  const format = useFormat()
  const { mode, origin, requested_by_employee, reason, grace_days, external_reference, pseudonym } = deletion
  const given = (label: string, value: string | null) => (value ? [{ label, value }] : [])
  return [
    { label: t('facts.mode'), value: t(`modes.${mode}`) },
    { label: t('facts.origin'), value: t(`origins.${origin}`) },
    { label: t('facts.asked'), value: t(requested_by_employee ? 'facts.yes' : 'facts.no') },
    { label: t('facts.grace'), value: t('facts.days', { count: grace_days, number: format.number(grace_days) }) },
    ...given(t('facts.reason'), reason),
    ...given(t('facts.reference'), external_reference),
    ...given(t('facts.pseudonym'), pseudonym),
  ]
}
