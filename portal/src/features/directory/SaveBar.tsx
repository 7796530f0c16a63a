import { Button, Group } from '@mantine/core'
import { useWords } from '../../app/i18n.ts'

type SaveBarProps = { isDirty: boolean; isSaving: boolean; onDiscard: () => void; label?: string }

/** Below a form: saves or discards what was changed; nothing to do, nothing to press. */
export function SaveBar({ isDirty, isSaving, onDiscard, label }: SaveBarProps) {
  const t = useWords('directory')
  return (
    <Group mt="md" gap="sm">
      <Button type="submit" disabled={!isDirty} loading={isSaving}>
        {label ?? t('people.form.save')}
      </Button>
      {isDirty && (
        <Button variant="subtle" color="gray" onClick={onDiscard}>
          {t('people.form.discard')}
        </Button>
      )}
    </Group>
  )
}
