import { Modal } from '@mantine/core'
import { useWords } from '../app/i18n.ts'
import { dialogs, useDialogs } from './dialogs.ts'

/** Shows what `dialogs.open` was given. */
export function DialogHost() {
  const t = useWords('ui')
  return useDialogs().map(({ id, title, size = 'md', isOpen, children }) => (
    <Modal
      key={id}
      title={title}
      size={size}
      opened={isOpen}
      onClose={() => dialogs.close(id)}
      onExitTransitionEnd={() => dialogs.remove(id)}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
    </Modal>
  ))
}
