import { Button } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../app/api.ts'
import { useWords } from '../../app/i18n.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { describeError } from '../../ui/describe-error.ts'
import { useNotify } from '../../ui/notify.tsx'
import { type ListedPerson, useInvite, useSwitchLogIn } from './directory.api.ts'

/** What can be done with the people who were chosen: one after the other, so that one refusal stops nobody else. */
export function PeopleActions({ people, onDone }: { people: ListedPerson[]; onDone: () => void }) {
  const t = useWords('directory')
  const ui = useWords('ui')
  const notify = useNotify()
  const confirm = useConfirm()
  const invite = useInvite()
  const switchLogIn = useSwitchLogIn()
  const [isBusy, setBusy] = useState(false)

  const each = async (wanted: ListedPerson[], step: (id: string) => Promise<unknown>) => {
    setBusy(true)
    const failures: unknown[] = []
    for (const { id } of wanted) await step(id).catch((error: unknown) => failures.push(error))
    setBusy(false)
    onDone()
    if (failures.length > 0) {
      const reason = describeError(failures[0], ui, {
        beyond_own_permissions: t('refused.beyondOwn'),
        own_log_in: t('refused.ownLogIn'),
      })
      notify.failure(failures[0], { [codeOf(failures[0])]: t('people.failedMany', { count: failures.length, reason }) })
    }
    return wanted.length - failures.length
  }

  const reachable = people.filter(({ email, status }) => email !== null && status !== 'switched_off')
  const active = people.filter(({ status }) => status === 'active')
  const inactive = people.filter(({ status }) => status === 'switched_off')

  const inviteAll = async () => {
    const count = await each(reachable, (id) => invite.mutateAsync(id))
    if (count > 0) notify.success(t('people.invitedMany', { count }))
  }
  const switchAll = async (wanted: ListedPerson[], is_active: boolean) => {
    const title = t('people.offTitle', { count: wanted.length })
    const question = { title, text: t('people.offText'), action: t('people.selected.off') }
    if (!is_active && !(await confirm(question))) return
    const count = await each(wanted, (id) => switchLogIn.mutateAsync({ id, is_active }))
    if (count > 0) notify.success(t('people.switchedMany', { count }))
  }

  return (
    <>
      <Button size="compact-sm" disabled={reachable.length === 0} loading={isBusy} onClick={() => void inviteAll()}>
        {t('people.selected.invite')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={active.length === 0 || isBusy}
        onClick={() => void switchAll(active, false)}
      >
        {t('people.selected.off')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={inactive.length === 0 || isBusy}
        onClick={() => void switchAll(inactive, true)}
      >
        {t('people.selected.on')}
      </Button>
    </>
  )
}

function codeOf(error: unknown): string {
  return error instanceof ApiError ? error.code : ''
}
