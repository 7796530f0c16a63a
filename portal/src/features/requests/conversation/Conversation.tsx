import { Text } from '@mantine/core'
import { IconLock, IconMessages } from '@tabler/icons-react'
import type { Message } from '#features/requests/employee-requests.api.ts'
import { requestWords } from '#features/requests/words.ts'
import { fullName } from '#kernel/session/session.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useWords } from '#ui/language/words.ts'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import { RichText } from '#ui/text/RichText.tsx'
import classes from './conversation.module.css'
import { FileLink } from './FileLink.tsx'

type ConversationProps = {
  messages: Message[]
  total: number
  base: string
  /** On whose side of the table the reader sits. */
  side: 'employee' | 'manager'
  /** What marks a message that the employee does not see. */
  internalLabel?: string
  /** The text of an empty conversation. */
  emptyText?: string
}

/** What was said, from the oldest on: the reader's side on the right; internal notes look like nothing else. */
export function Conversation({ messages, total, base, side, internalLabel, emptyText }: ConversationProps) {
  const t = useWords(requestWords)
  if (messages.length === 0)
    return (
      <EmptyState icon={IconMessages} title={t('request.noMessages')} text={emptyText ?? t('request.noMessagesText')} />
    )
  return (
    <>
      {total > messages.length && (
        <Text size="sm" c="dimmed" mb="sm">
          {t('request.earlier', { count: total - messages.length })}
        </Text>
      )}
      <ol className={classes.messages} aria-label={t('request.conversation')}>
        {messages.map((message) => (
          <li
            key={message.id}
            className={classes.message}
            data-own={message.side === side || undefined}
            data-internal={message.internal || undefined}
          >
            <div className={classes.head}>
              {message.internal && (
                <span className={classes.internal}>
                  <IconLock size={14} aria-hidden />
                  {internalLabel}
                </span>
              )}
              <strong>{message.author ? fullName(message.author) : t('request.nobody')}</strong>
              <RelativeTime value={message.created_at} />
            </div>
            <RichText html={message.body} />
            {message.files.length > 0 && (
              <ul className={classes.files}>
                {message.files.map((file) => (
                  <li key={file.number}>
                    <FileLink href={`${base}/comments/${message.id}/files/${file.number}`} file={file} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}
