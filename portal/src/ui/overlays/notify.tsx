import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useMemo } from 'react'
import { describeError, requestIdOf } from '#ui/feedback/describe-error.ts'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'

export type Notify = {
  success(message: string): void
  /** Says why something failed; `known` has words for codes that are expected. */
  failure(error: unknown, known?: Record<string, string>): void
  /** Says what was done, with a button that takes it back for a while. */
  undo(message: string, undo: () => void): void
}

const UNDO_MS = 8000

/** Short notices in the corner, read out by screen readers. */
export function useNotify(): Notify {
  const t = useWords(uiWords)
  return useMemo(() => {
    const close = { closeButtonProps: { 'aria-label': t('close') } }
    return {
      success: (message) => {
        notifications.show({ message, color: 'teal', icon: <IconCheck size={18} aria-hidden />, ...close })
      },
      failure: (error, known) => {
        const id = requestIdOf(error)
        notifications.show({
          title: t('notice.failed'),
          message: [describeError(error, t, known), id && t('error.requestId', { id })].filter(Boolean).join(' · '),
          color: 'red',
          icon: <IconAlertTriangle size={18} aria-hidden />,
          autoClose: 10_000,
          role: 'alert',
          ...close,
        })
      },
      undo: (message, undo) => notifyUndo(message, undo, { undo: t('undo'), close: t('close') }),
    }
  }, [t])
}

/** Says what was done, with a button that takes it back. Prefer `useNotify().undo`, which knows the words. */
export function notifyUndo(message: string, undo: () => void, words: { undo: string; close: string }): void {
  const id = notifications.show({
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <span>{message}</span>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            notifications.hide(id)
            undo()
          }}
        >
          {words.undo}
        </Button>
      </Group>
    ),
    autoClose: UNDO_MS,
    closeButtonProps: { 'aria-label': words.close },
  })
}
