import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkInput, BulkKind } from '#shared/bulk/bulk.api.ts'
import { ConfirmBulk } from '#shared/bulk/ConfirmBulk.tsx'
import { ManagersField } from '#shared/people/ManagersField.tsx'
import type { Colleague } from '#shared/people/managers.api.ts'
import { useWords } from '#ui/language/words.ts'
import { managerRequestWords } from './words.ts'

type BulkActionsProps = {
  /** What to change: what was chosen, or all that match the filters. */
  chosen: Pick<BulkInput, 'ids'> | Pick<BulkInput, 'requests'>
  isClosed: boolean
  onStarted: () => void
}

/** What can be done with many requests at once. */
export function BulkActions({ chosen, isClosed, onStarted }: BulkActionsProps) {
  const t = useWords(managerRequestWords)
  const [kind, setKind] = useState<BulkKind>()
  const assignees = useAssignees()
  const close = () => {
    setKind(undefined)
    assignees.clear()
  }
  const move = isClosed ? 'reopen' : 'close'
  const isAssigning = kind === 'requests.assign'
  const options = isAssigning && assignees.ids.length > 0 ? { managers_assigned: assignees.ids } : {}
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setKind('requests.assign')}>
        {t('bulk.assign')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => setKind(`requests.${move}`)}>
        {t(`bulk.${move}`)}
      </Button>
      <ConfirmBulk
        input={kind && { kind, ...chosen, ...options }}
        isIncomplete={isAssigning && assignees.ids.length === 0}
        onClose={close}
        onStarted={onStarted}
      >
        {isAssigning && (
          <ManagersField label={t('one.assignees')} chosen={assignees.chosen} onChange={assignees.choose} />
        )}
      </ConfirmBulk>
    </>
  )
}

type Assignee = Pick<Colleague, 'technical_id' | 'first_name' | 'last_name'>

function useAssignees() {
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<Assignee[]>([])
  const choose = (ids: string[]) => {
    const known = queryClient
      .getQueriesData<Colleague[]>({ queryKey: ['manager-requests', 'colleagues'] })
      .flatMap(([, found]) => found ?? [])
    setChosen(ids.flatMap((id) => [...chosen, ...known].find((one) => one.technical_id === id) ?? []))
  }
  return { chosen, choose, ids: chosen.map((one) => one.technical_id), clear: () => setChosen([]) }
}
