import { Button, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPaperclip } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { NewMessage } from '#features/requests/employee-requests.api.ts'
import { htmlOfText } from '#features/requests/request-form/form-values.ts'
import { requestWords } from '#features/requests/words.ts'
import { attempt, useOnce } from '#kernel/api/use-once.ts'
import { FilePicker } from '#ui/files/FilePicker.tsx'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import classes from './conversation.module.css'
import { useReplyDraft } from './reply-draft.ts'

type ComposerProps = {
  /** What the text belongs to; it is kept under this name until it is sent. */
  draftKey: string
  label: string
  sendLabel: string
  onSend: (message: NewMessage) => Promise<unknown>
  /** Said once it was sent. */
  sentText: string
  kind?: 'public' | 'internal'
  /** Who will read it; above the text. */
  reader?: ReactNode
  color?: string
}

/** A text with files, to be sent. Ctrl or ⌘ with Enter sends it too. */
export function Composer({ label, sendLabel, kind, reader, color, ...given }: ComposerProps) {
  const t = useWords(requestWords)
  const { text, setText, files, setFiles, progress, hasFiles, attach, field, send } = useMessage(given)
  const isSending = progress !== undefined
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  }
  return (
    <form
      className={classes.composer}
      data-kind={kind}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {reader}
      <Textarea
        ref={field}
        label={label}
        autosize
        minRows={3}
        maxRows={16}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={sendByKey}
        disabled={isSending}
      />
      {hasFiles && (
        <FilePicker
          label={t('request.attachments')}
          multiple
          files={files}
          onChange={setFiles}
          disabled={isSending}
          progress={isSending ? files.map(() => progress) : []}
        />
      )}
      <div className={classes.foot}>
        {hasFiles ? (
          <span />
        ) : (
          <Button variant="subtle" leftSection={<IconPaperclip size={16} aria-hidden />} onClick={attach}>
            {t('request.attach')}
          </Button>
        )}
        <Button type="submit" loading={isSending} disabled={text.trim() === ''} {...(color ? { color } : {})}>
          {sendLabel}
        </Button>
      </div>
    </form>
  )
}

/** A message as it is written, and sending it; whatever is not sent stays. */
function useMessage({ draftKey, onSend, sentText }: Pick<ComposerProps, 'draftKey' | 'onSend' | 'sentText'>) {
  const notify = useNotify()
  const [text, setText] = useReplyDraft(draftKey)
  const [files, setFiles] = useState<File[]>([])
  const [progress, setProgress] = useState<number>()
  const [hasFiles, picker] = useDisclosure(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const [tries, setTries] = useState(0)
  // The field and the button cannot keep the focus while a message is sent.
  useEffect(() => {
    if (tries > 0) field.current?.focus()
  }, [tries])
  const { run: sendOnce } = useOnce(async () => {
    setProgress(0)
    const sending = onSend({ body: htmlOfText(text), files, onProgress: setProgress })
    const sent = await attempt(sending, notify.failure)
    setProgress(undefined)
    setTries((tries) => tries + 1)
    if (!sent) return
    setText('')
    setFiles([])
    picker.close()
    notify.success(sentText)
  })
  const send = () => {
    if (text.trim() !== '') sendOnce()
  }
  return { text, setText, files, setFiles, progress, hasFiles, attach: picker.open, field, send }
}
