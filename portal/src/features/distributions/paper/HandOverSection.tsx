import { Button, Group, Stack, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { distributionKeys, type HandOver, handOver, type Project } from '#features/distributions/distributions.api.ts'
import { distributionWords } from '#features/distributions/words.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { ConfirmButton } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { Section } from '#ui/page/Section.tsx'
import classes from './HandOverSection.module.css'
import { useFailureText } from './use-failure-text.ts'

const TONES: Record<HandOver['status'], Tone> = {
  pending: 'info',
  handed_over: 'good',
  failed: 'bad',
  by_hand: 'neutral',
}

type HandOverProps = { project: Project; state: HandOver }

/** Whether the carrier has the envelopes; if not, why, and what a person can do. */
export function HandOverSection({ project, state }: HandOverProps) {
  const t = useWords(distributionWords)
  const isEnded = state.status === 'handed_over' || state.status === 'by_hand'
  const words =
    state.status === 'pending' && state.sending_since ? t('handOver.sending') : t(`handOver.${state.status}`)
  return (
    <Section title={t('handOver.title')} description={t(`handOver.carrier.${state.carrier}`)}>
      <Stack gap="sm">
        <div>
          <StatusBadge tone={TONES[state.status]}>{words}</StatusBadge>
        </div>
        <Progress state={state} />
        {project.may_write && !isEnded && !state.sending_since && <Actions project={project} state={state} />}
      </Stack>
    </Section>
  )
}

function Progress({ state }: { state: HandOver }) {
  const t = useWords(distributionWords)
  const format = useFormat()
  const words = useFailureText()
  const { status, attempts, attempted_at, next_attempt_at, sending_since, failure, receipt, ended_at } = state
  const isWaiting = status === 'pending' && !sending_since
  return (
    <Stack gap={4}>
      {status === 'handed_over' && ended_at && (
        <Text size="sm">{t('handOver.doneAt', { count: attempts, date: format.dateTime(ended_at) })}</Text>
      )}
      {status === 'by_hand' && ended_at && (
        <Text size="sm">{t('handOver.endedAt', { date: format.dateTime(ended_at) })}</Text>
      )}
      {receipt && <Text size="sm" className={classes.anywhere}>{`${t('handOver.receipt')}: ${receipt}`}</Text>}
      {status === 'failed' && <Text size="sm">{t('handOver.gaveUp', { count: attempts })}</Text>}
      {failure && attempted_at && (
        <Text size="sm">
          {t('handOver.lastFailure', { date: format.dateTime(attempted_at), reason: words(failure.code) })}
        </Text>
      )}
      {failure && (
        <Text size="sm" c="dimmed" lang="en" className={classes.anywhere}>
          {failure.message}
        </Text>
      )}
      {sending_since && <Text size="sm">{t('handOver.since', { date: format.dateTime(sending_since) })}</Text>}
      {isWaiting && failure && next_attempt_at && (
        <Text size="sm">{t('handOver.nextAt', { date: format.dateTime(next_attempt_at) })}</Text>
      )}
    </Stack>
  )
}

function Actions({ project, state }: HandOverProps) {
  const t = useWords(distributionWords)
  const notify = useNotify()
  const queryClient = useQueryClient()
  const act = useMutation({
    mutationFn: (byHand: boolean) => handOver(String(project.id), byHand ? { by_hand: true } : {}),
    onSuccess: (_, byHand) => notify.success(t(byHand ? 'handOver.byHandDone' : 'handOver.asked')),
    onError: (error) => notify.failure(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: distributionKeys.all }),
  })
  return (
    <Group>
      <Button
        loading={act.isPending}
        leftSection={<IconSend size={16} aria-hidden />}
        onClick={() => act.mutate(false)}
      >
        {t(state.status === 'failed' ? 'handOver.tryAgain' : 'handOver.tryNow')}
      </Button>
      <ConfirmButton
        loading={act.isPending}
        question={{
          title: t('handOver.byHandTitle'),
          text: t('handOver.byHandText'),
          action: t('handOver.byHandAction'),
          destroys: false,
        }}
        onConfirm={() => act.mutate(true)}
      >
        {t('handOver.byHand')}
      </ConfirmButton>
    </Group>
  )
}
