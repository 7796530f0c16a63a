import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../app/api.ts'
import { useWords } from '../../app/i18n.ts'
import { attempt } from '../../app/use-once.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { FormActions } from '../../ui/FormActions.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { type BulkChange, type Colleague, useBulkChange } from './desk.api.ts'
import { ManagersField } from './ManagersField.tsx'

const MOST = 100

type BulkActionsProps = { ids: string[]; isClosed: boolean; onDone: () => void }

/** What can be done with many requests at once: each is changed on its own, and what was not is told. */
export function BulkActions({ ids, isClosed, onDone }: BulkActionsProps) {
  const t = useWords('requestDesk')
  const confirm = useConfirm()
  const notify = useNotify()
  const change = useBulkChange()
  const [isAssigning, dialog] = useDisclosure(false)
  const count = ids.length
  const isTooMany = count > MOST

  const run = async (what: Omit<BulkChange, 'ids'>) => {
    const changed = await attempt(change.mutateAsync({ ids, ...what }), notify.failure)
    if (!changed) return
    const refused = changed.answer.filter((one) => !one.done)
    const done = changed.answer.length - refused.length
    if (done > 0) notify.success(t('bulk.done', { count: done }))
    if (refused.length > 0) {
      const numbers = refused.map((one) => `#${one.id}`).join(', ')
      notify.failure(
        new ApiError(422, { code: 'refused', message: t('bulk.refused', { count: refused.length, numbers }) }),
      )
    }
    onDone()
  }
  const move = async () => {
    const title = t(isClosed ? 'bulk.reopenTitle' : 'bulk.closeTitle', { count })
    const action = t(isClosed ? 'bulk.reopen' : 'bulk.close')
    if (await confirm({ title, text: t('bulk.closeText'), action, destroys: false })) {
      await run({ action: isClosed ? 'reopen' : 'close' })
    }
  }
  return (
    <>
      <Button size="compact-sm" variant="default" disabled={isTooMany} onClick={dialog.open}>
        {t('bulk.assign')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={isTooMany}
        loading={change.isPending}
        onClick={() => void move()}
      >
        {t(isClosed ? 'bulk.reopen' : 'bulk.close')}
      </Button>
      {isTooMany && <span role="alert">{t('bulk.tooMany')}</span>}
      <AssignDialog
        count={count}
        isOpen={isAssigning}
        onClose={dialog.close}
        onAssign={async (managers_assigned) => {
          dialog.close()
          await run({ action: 'assign', managers_assigned })
        }}
      />
    </>
  )
}

type AssignDialogProps = {
  count: number
  isOpen: boolean
  onClose: () => void
  onAssign: (technicalIds: string[]) => Promise<void>
}

function AssignDialog({ count, isOpen, onClose, onAssign }: AssignDialogProps) {
  const t = useWords('requestDesk')
  const ui = useWords('ui')
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<Pick<Colleague, 'technical_id' | 'first_name' | 'last_name'>[]>([])
  const choose = (ids: string[]) => {
    const known = queryClient
      .getQueriesData<Colleague[]>({ queryKey: ['desk', 'colleagues'] })
      .flatMap(([, found]) => found ?? [])
    setChosen(ids.flatMap((id) => [...chosen, ...known].find((one) => one.technical_id === id) ?? []))
  }
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('bulk.assignTitle', { count })}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <ManagersField label={t('one.assignees')} chosen={chosen} onChange={choose} />
      <FormActions onCancel={onClose}>
        <Button disabled={chosen.length === 0} onClick={() => void onAssign(chosen.map((one) => one.technical_id))}>
          {t('bulk.assign')}
        </Button>
      </FormActions>
    </Modal>
  )
}
