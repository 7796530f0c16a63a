import { Button, Group, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api, unwrap } from '#kernel/api/api.ts'
import { useForm } from '#kernel/api/use-form.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { NOTES_KEY, type NoteSubject } from '#shared/notes/notes.ts'
import { type ChosenManager, ManagersField } from '#shared/people/ManagersField.tsx'
import { DateTimeField } from '#ui/fields/DateTimeField.tsx'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { applyApiErrors } from '#ui/fields/form-errors.ts'
import { useWords } from '#ui/language/words.ts'
import rows from '#ui/lists/Rows.module.css'
import { useNotify } from '#ui/overlays/notify.tsx'
import { noteWords } from './words.ts'

/** A new note: the words, who reads it, and when it comes back to mind. */
export function NoteForm({ subject, onDone }: { subject: NoteSubject; onDone: () => void }) {
  const t = useWords(noteWords)
  const notify = useNotify()
  const client = useQueryClient()
  const form = useForm({
    initialValues: { description: '', remind_date: '', readers: [] as ChosenManager[] },
    validate: { description: (value) => (value.trim() === '' ? t('notes.needed') : null) },
  })
  const save = useMutation({
    mutationFn: ({ description, remind_date, readers }: typeof form.values) =>
      unwrap(
        api.POST('/portal/api/manager/notes', {
          body: {
            ...subject,
            description,
            ...(remind_date ? { remind_date: new Date(remind_date).toISOString() } : {}),
            ...(readers.length > 0 ? { visible_by_managers: readers.map((one) => one.technical_id) } : {}),
          },
        }),
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: NOTES_KEY })
      notify.success(t('notes.saved'))
      onDone()
    },
    onError: (error) => {
      if (!applyApiErrors(form, error, { visible_by_managers: 'readers' })) notify.failure(error)
    },
  })
  return (
    <form className={rows.note} onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <Textarea
        label={t('notes.description')}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={10_000}
        required
        data-autofocus
        mb="sm"
        {...form.getInputProps('description')}
      />
      <Group grow align="flex-start" preventGrowOverflow={false} mb="md">
        <DateTimeField
          label={t('notes.remindDate')}
          description={t('notes.remindHelp')}
          {...form.getInputProps('remind_date')}
        />
        <ManagersField
          label={t('notes.readersField')}
          description={t('notes.readersHelp')}
          placeholder={t('notes.everyone')}
          chosen={form.values.readers}
          onChange={(readers) => form.setFieldValue('readers', readers)}
          permission="notes:read"
          clearLabel={t('notes.clearReaders')}
          error={form.errors.readers}
        />
      </Group>
      <FormActions onCancel={onDone}>
        <Button type="submit" loading={save.isPending}>
          {t('notes.save')}
        </Button>
      </FormActions>
    </form>
  )
}
