import { Alert, Button, Checkbox, Group, List, Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { describeError } from '#ui/feedback/describe-error.ts'
import { LoadingState } from '#ui/feedback/LoadingState.tsx'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { uiWords } from '#ui/words.ts'
import { type BulkInput, type Preview, previewQuery, useStartBulk } from './bulk.api.ts'
import { skippedText } from './reasons.ts'
import { bulkWords } from './words.ts'

type ConfirmBulkProps = {
  /** What is to be done to what; undefined while nothing is asked. */
  input: BulkInput | undefined
  onClose: () => void
  onStarted: () => void
  /** What has to be said before: to whom something is assigned. */
  children?: ReactNode
  /** Whether that is still missing. */
  isIncomplete?: boolean
}

/** Asks before many are changed, and says how many, who is mailed and who is left out. */
export function ConfirmBulk({ input, ...others }: ConfirmBulkProps) {
  // While the dialog closes, it still shows what it asked.
  const [last, setLast] = useState(input)
  if (input && JSON.stringify(input) !== JSON.stringify(last)) setLast(input)
  return last && <BulkDialog asked={last} isOpen={input !== undefined} {...others} />
}

type BulkDialogProps = Omit<ConfirmBulkProps, 'input'> & { asked: BulkInput; isOpen: boolean }

function BulkDialog({ asked, isOpen, onClose, onStarted, children, isIncomplete = false }: BulkDialogProps) {
  const t = useWords(bulkWords)
  const ui = useWords(uiWords)
  const notify = useNotify()
  const start = useStartBulk()
  const [again, setAgain] = useState(false)
  const input = again ? { ...asked, invite_again: true } : asked
  const { kind } = input
  const isAsking = isOpen && !isIncomplete
  const { data, error, isPlaceholderData, refetch } = useQuery({ ...previewQuery(input), enabled: isAsking })
  const close = () => {
    setAgain(false)
    onClose()
  }
  const run = () =>
    start.mutate(input, {
      onSuccess: () => {
        close()
        onStarted()
      },
      onError: (failure) => notify.failure(failure, { too_many_bulk_actions: t('tooManyRunning') }),
    })
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={data ? t(`ask.${kind}`, { count: data.total }) : t(`kind.${kind}`)}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      {children}
      {isAsking && error && !data && (
        <Alert color="red" role="alert">
          {describeError(error, ui, { too_many_items: t('tooManyItems') })}
          <Button size="compact-sm" variant="default" ml="sm" onClick={() => void refetch()}>
            {ui('retry')}
          </Button>
        </Alert>
      )}
      {isAsking && !error && !data && <LoadingState lines={3} />}
      {isAsking && data && (
        <div aria-live="polite">
          <Forecast preview={data} kind={kind} />
          <InviteAgain preview={data} checked={again} onChange={setAgain} />
        </div>
      )}
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={close} data-autofocus>
          {ui('cancel')}
        </Button>
        <Button
          {...(kind === 'people.switch_off' ? { color: 'red.8' } : {})}
          disabled={!isAsking || !data || isPlaceholderData || data.changed === 0}
          loading={start.isPending}
          onClick={run}
        >
          {t(`start.${kind}`)}
        </Button>
      </Group>
    </Modal>
  )
}

function Forecast({ preview, kind }: { preview: Preview; kind: BulkInput['kind'] }) {
  const t = useWords(bulkWords)
  const { total, changed, mails, skipped, not_found } = preview
  const inFolder = preview.mail_transport === 'folder'
  return (
    <>
      <Text size="sm" mb="sm">
        {changed === 0 ? t('nothing') : t(`does.${kind}`)}
      </Text>
      <List size="sm" spacing={4}>
        <List.Item>{t('chosen', { count: total })}</List.Item>
        {changed > 0 && (
          <List.Item>
            <strong>{t(`changed.${kind}`, { count: changed })}</strong>
          </List.Item>
        )}
        {changed > 0 && (
          <List.Item>{mails === 0 ? t('noMails') : t(inFolder ? 'written' : 'mails', { count: mails })}</List.Item>
        )}
        {skipped.map(({ code, count }) => (
          <List.Item key={code}>{skippedText(t, code, count)}</List.Item>
        ))}
        {not_found > 0 && <List.Item>{t('notFound', { count: not_found })}</List.Item>}
      </List>
      {mails > 0 && inFolder && (
        <Alert color="yellow" mt="sm">
          {t('folder')}
        </Alert>
      )}
    </>
  )
}

type InviteAgainProps = { preview: Preview; checked: boolean; onChange: (checked: boolean) => void }

/** People who were invited already get another mail only if the manager asks for it. */
function InviteAgain({ preview, checked, onChange }: InviteAgainProps) {
  const t = useWords(bulkWords)
  const [known, setKnown] = useState(0)
  const count = preview.skipped.find(({ code }) => code === 'already_invited')?.count ?? 0
  if (count > 0 && count !== known) setKnown(count)
  if (known === 0 && count === 0) return null
  return (
    <Checkbox
      mt="md"
      label={t('again', { count: count || known })}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
