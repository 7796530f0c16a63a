import { Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import { type Dialog, dialogs, useDialogs } from './dialogs.ts'

/** A window that has faded out gives the focus back a moment later. */
const FOCUS_RETURN_MS = 100

/** Shows what `dialogs.open` was given. */
export function DialogHost() {
  return useDialogs().map((dialog) => <DialogWindow key={dialog.id} {...dialog} />)
}

function DialogWindow({ id, title, size = 'md', isOpen, children }: Dialog) {
  const t = useWords(uiWords)
  // It opens once it is there: what had the focus before is remembered then, and gets it back.
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  return (
    <Modal
      title={title}
      size={size}
      opened={isThere && isOpen}
      onClose={() => dialogs.close(id)}
      onExitTransitionEnd={() => setTimeout(() => dialogs.remove(id), FOCUS_RETURN_MS)}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
    </Modal>
  )
}
