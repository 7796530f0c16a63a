import { Button, Modal, Stack, Text } from '@mantine/core'
import { CopyField } from '#ui/fields/CopyField.tsx'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import { webhookWords } from './words.ts'

/** The signature key that replaces another. */
export function KeyModal({ value, onClose }: { value: string; onClose: () => void }) {
  const t = useWords(webhookWords)
  const close = useWords(uiWords)('close')
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
