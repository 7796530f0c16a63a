import { Button, Modal, Stack, Text } from '@mantine/core'
import { useWords } from '#kernel/language/words.ts'
import { CopyField } from '#ui/fields/CopyField.tsx'

/** The signature key that replaces another. */
export function KeyModal({ value, onClose }: { value: string; onClose: () => void }) {
  const t = useWords('webhooks')
  const close = useWords('ui')('close')
  return (
    <Modal opened onClose={onClose} title={t('key.rotated')} closeButtonProps={{ 'aria-label': close }}>
      <Stack>
        <Text size="sm">{t('key.rotatedText')}</Text>
        <CopyField label={t('key.label')} value={value} />
        <Button onClick={onClose}>{t('key.done')}</Button>
      </Stack>
    </Modal>
  )
}
