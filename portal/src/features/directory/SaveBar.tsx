import { Button } from '@mantine/core'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { useWords } from '#ui/language/words.ts'
import { useUnsavedChanges } from '#ui/overlays/unsaved-changes.ts'
import { directoryWords } from './words.ts'

type SaveBarProps = { isDirty: boolean; isSaving: boolean; onDiscard: () => void; label?: string }

/** Below a form on a page: saves or discards what was changed, and asks before the page is left with changes. */
export function SaveBar({ isDirty, isSaving, onDiscard, label }: SaveBarProps) {
  const t = useWords(directoryWords)
  useUnsavedChanges(() => isDirty)
  return (
    <FormActions onCancel={isDirty ? onDiscard : undefined} cancelLabel={t('people.form.discard')}>
      <Button type="submit" disabled={!isDirty} loading={isSaving}>
        {label ?? t('people.form.save')}
      </Button>
    </FormActions>
  )
}
