import { Button } from '@mantine/core'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { useWords } from '#ui/language/words.ts'
import { directoryWords } from './words.ts'

type SaveBarProps = { isDirty: boolean; isSaving: boolean; onDiscard: () => void; label?: string }

/** Below a form: saves or discards what was changed; nothing to do, nothing to press. */
export function SaveBar({ isDirty, isSaving, onDiscard, label }: SaveBarProps) {
  const t = useWords(directoryWords)
  return (
    <FormActions onCancel={isDirty ? onDiscard : undefined} cancelLabel={t('people.form.discard')}>
      <Button type="submit" disabled={!isDirty} loading={isSaving}>
        {label ?? t('people.form.save')}
      </Button>
    </FormActions>
  )
}
