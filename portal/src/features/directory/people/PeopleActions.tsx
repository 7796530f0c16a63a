import { Button } from '@mantine/core'
import { useState } from 'react'
import type { PeopleFilters } from '#features/directory/directory.api.ts'
import { directoryWords } from '#features/directory/words.ts'
import type { BulkInput, BulkKind } from '#shared/bulk/bulk.api.ts'
import { ConfirmBulk } from '#shared/bulk/ConfirmBulk.tsx'
import { useWords } from '#ui/language/words.ts'

type PeopleActionsProps = {
  /** Whom to change: those who were chosen, or all who match the filters. */
  chosen: { ids: string[] } | { filters: PeopleFilters }
  onStarted: () => void
}

/** What can be done with the people who were chosen. */
export function PeopleActions({ chosen, onStarted }: PeopleActionsProps) {
  const t = useWords(directoryWords)
  const [kind, setKind] = useState<BulkKind>()
  const selection = 'ids' in chosen ? { ids: chosen.ids } : { people: defined(chosen.filters) as BulkInput['people'] }
  const button = (wanted: BulkKind, label: string, variant = 'default') => (
    <Button size="compact-sm" variant={variant} onClick={() => setKind(wanted)}>
      {label}
    </Button>
  )
  return (
    <>
      {button('people.invite', t('people.selected.invite'), 'filled')}
      {button('people.switch_off', t('people.selected.off'))}
      {button('people.switch_on', t('people.selected.on'))}
      <ConfirmBulk
        input={kind && ({ kind, ...selection } as BulkInput)}
        onClose={() => setKind(undefined)}
        onStarted={onStarted}
      />
    </>
  )
}

function defined(filters: PeopleFilters): PeopleFilters {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}
