import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { deletionWords } from '#features/privacy/words.ts'
import { ApiError } from '#kernel/api/api.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { ConfirmButton } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { AppLink } from '#ui/page/AppLink.tsx'
import { Section } from '#ui/page/Section.tsx'
import { deletionsQuery, type MyDeletion, withdrawDeletion } from './deletion.api.ts'
import classes from './deletion.module.css'
import { Kept } from './Kept.tsx'
import { StateBadge } from './StateBadge.tsx'
import { mayWithdraw } from './steps.ts'
import { Timeline } from './Timeline.tsx'

/** A request that is under way: how far it is, what has to stay, and how to take it back. */
export function CurrentRequest({ request }: { request: MyDeletion }) {
  const t = useWords(deletionWords)
  const format = useFormat()
  const { status, due_at, reason } = request
  return (
    <div className={classes.pair}>
      <div>
        <Section title={t('progress.title')} actions={<StateBadge request={request} />}>
          {due_at !== null && mayWithdraw(request) && (
            <Text fw={600} mb="md">
              {t('progress.due', { date: format.date(due_at) })}
            </Text>
          )}
          <Timeline request={request} />
          {reason && (
            <Text size="sm" c="dimmed" mt="md" className={classes.reason}>
              {t('progress.reason', { reason })}
            </Text>
          )}
          <div className={classes.actions}>
            {status === 'prepared' && (
              <Button component={AppLink} href="/portal/my-data" variant="default">
                {t('progress.package')}
              </Button>
            )}
            {mayWithdraw(request) && <Withdraw id={request.id} />}
          </div>
        </Section>
      </div>
      {status !== 'evaluating' && <Kept request={request} />}
    </div>
  )
}

function Withdraw({ id }: { id: string }) {
  const t = useWords(deletionWords)
  const notify = useNotify()
  const queryClient = useQueryClient()
  const withdraw = useMutation({
    mutationFn: () => withdrawDeletion(id),
    onSuccess: () => notify.success(t('withdraw.done')),
    onError: (error) => {
      const isLate = error instanceof ApiError && error.code === 'invalid_state'
      notify.failure(error, isLate ? { invalid_state: t('withdraw.late') } : {})
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: deletionsQuery.queryKey }),
  })
  return (
    <ConfirmButton
      loading={withdraw.isPending}
      question={{ title: t('withdraw.ask'), text: t('withdraw.text'), action: t('withdraw.button'), destroys: false }}
      onConfirm={() => withdraw.mutate()}
    >
      {t('withdraw.button')}
    </ConfirmButton>
  )
}
