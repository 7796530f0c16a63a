import { Button } from '@mantine/core'
import { useState } from 'react'
import type { BulkInput, BulkKind } from '#shared/bulk/bulk.api.ts'
import { ConfirmBulk } from '#shared/bulk/ConfirmBulk.tsx'
import { type ChosenManager, ManagersField } from '#shared/people/ManagersField.tsx'
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
  const [assignees, setAssignees] = useState<ChosenManager[]>([])
  const close = () => {
    setKind(undefined)
    setAssignees([])
  }
  const move = isClosed ? 'reopen' : 'close'
  const isAssigning = kind === 'requests.assign'
  const options =
    isAssigning && assignees.length > 0 ? { managers_assigned: assignees.map((one) => one.technical_id) } : {}
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
        isIncomplete={isAssigning && assignees.length === 0}
        onClose={close}
        onStarted={onStarted}
      >
        {isAssigning && <ManagersField label={t('one.assignees')} chosen={assignees} onChange={setAssignees} />}
      </ConfirmBulk>
    </>
  )
}
