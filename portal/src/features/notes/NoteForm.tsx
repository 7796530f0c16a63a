import { Button, Group, MultiSelect, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, unwrap } from '#kernel/api/api.ts'
import { useForm } from '#kernel/api/use-form.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { fullName } from '#kernel/session/session.ts'
import { NOTES_KEY, type NoteSubject } from '#shared/notes/notes.ts'
import { useSearched } from '#shared/people/employees.api.ts'
import { DateTimeField } from '#ui/fields/DateTimeField.tsx'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { applyApiErrors } from '#ui/fields/form-errors.ts'
import { useWords } from '#ui/language/words.ts'
import rows from '#ui/lists/Rows.module.css'
import { useNotify } from '#ui/overlays/notify.tsx'
import { type Colleague, findColleagues } from './notes.api.ts'
import { noteWords } from './words.ts'

/** A new note: the words, who reads it, and when it comes back to mind. */
export function NoteForm({ subject, onDone }: { subject: NoteSubject; onDone: () => void }) {
  const t = useWords(noteWords)
  const notify = useNotify()
  const client = useQueryClient()
  const form = useForm({
    initialValues: { description: '', remind_date: '', readers: [] as string[] },
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
            ...(readers.length > 0 ? { visible_by_managers: readers } : {}),
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
        <Readers {...form.getInputProps('readers')} />
      </Group>
      <FormActions onCancel={onDone}>
        <Button type="submit" loading={save.isPending}>
          {t('notes.save')}
        </Button>
      </FormActions>
    </form>
  )
}

type ReadersProps = { value?: string[]; onChange?: (value: string[]) => void; error?: React.ReactNode }

function Readers({ value = [], onChange, error }: ReadersProps) {
  const t = useWords(noteWords)
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text, 200)
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())
  const found: Colleague[] = useSearched(['colleagues'], asked, findColleagues).data ?? []
  const labels = new Map([...known, ...found.map((one) => [one.technical_id, fullName(one)] as const)])
  const choose = (chosen: string[]) => {
    setKnown(new Map(chosen.map((id) => [id, labels.get(id) ?? id])))
    onChange?.(chosen)
  }
  return (
    <MultiSelect
      label={t('notes.readersField')}
      description={t('notes.readersHelp')}
      placeholder={value.length === 0 ? t('notes.everyone') : ''}
      data={[...labels].map(([id, label]) => ({ value: id, label }))}
      value={value}
      onChange={choose}
      searchable
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage={t('notes.noReaders')}
      error={error}
      clearable
      clearButtonProps={{ 'aria-label': t('notes.clearReaders') }}
    />
  )
}
