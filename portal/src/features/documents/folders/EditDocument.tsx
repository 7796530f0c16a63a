import { Button, Select, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { folderWords } from '#features/documents/words.ts'
import { ApiError, api, unwrap } from '#kernel/api/api.ts'
import { useForm } from '#kernel/api/use-form.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { AttributeFields, type AttributeValues, errorsOf } from '#shared/documents/AttributeFields.tsx'
import { DateField } from '#ui/fields/DateField.tsx'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { applyApiErrors } from '#ui/fields/form-errors.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { Section } from '#ui/page/Section.tsx'
import { DOCUMENTS_KEY, documentQuery, type OpenedDocument, useDocumentTypes } from './folders.api.ts'

/** Changes the title, type, date, metas and filters of a document. */
export function EditDocument({ document, onDone }: { document: OpenedDocument; onDone: () => void }) {
  const t = useWords(folderWords)
  const types = (useDocumentTypes().data ?? []).filter(({ kind }) => kind === document.kind)
  const { form, save } = useDocumentForm(document, onDone)
  const type = types.find(({ code }) => code === form.values.document_type_code)
  const refused = save.error instanceof ApiError ? save.error.fields : []
  return (
    <Section title={t('document.editTitle')}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack gap="sm">
          <TextInput label={t('documents.titleField')} required maxLength={255} {...form.getInputProps('title')} />
          <Select
            label={t('documents.type')}
            data={types.map(({ code, label }) => ({ value: code, label }))}
            allowDeselect={false}
            searchable
            {...form.getInputProps('document_type_code')}
          />
          <DateField
            label={t('documents.date')}
            clearable={false}
            value={form.values.date}
            onChange={(date) => form.setFieldValue('date', date)}
            error={form.errors.date}
          />
          <AttributeFields
            attributes={type?.metas ?? []}
            values={form.values.metas}
            onChange={(metas) => form.setFieldValue('metas', metas)}
            errors={errorsOf('metas', refused)}
          />
          <AttributeFields
            attributes={type?.filters ?? []}
            values={form.values.filters}
            onChange={(filters) => form.setFieldValue('filters', filters)}
            errors={errorsOf('filters', refused)}
          />
          <FormActions onCancel={onDone}>
            <Button type="submit" loading={save.isPending}>
              {t('save')}
            </Button>
          </FormActions>
        </Stack>
      </form>
    </Section>
  )
}

function useDocumentForm(document: OpenedDocument, onDone: () => void) {
  const t = useWords(folderWords)
  const notify = useNotify()
  const client = useQueryClient()
  const form = useForm({
    initialValues: {
      title: document.title,
      document_type_code: document.document_type_code,
      date: document.date.slice(0, 10) as string | null,
      metas: document.document_type_metas as AttributeValues,
      filters: document.document_type_filters as AttributeValues,
    },
    validate: { title: (value) => (value.trim() === '' ? t('upload.titleNeeded') : null) },
  })
  const save = useMutation({
    mutationFn: ({ metas, filters, date, title, document_type_code }: typeof form.values) =>
      unwrap(
        api.PATCH('/portal/api/manager/documents/{id}', {
          params: { path: { id: document.id } },
          body: {
            title,
            document_type_metas: metas,
            document_type_filters: filters,
            ...(document_type_code === document.document_type_code ? {} : { document_type_code }),
            ...(date && date !== document.date.slice(0, 10) ? { date } : {}),
          },
        }),
      ),
    onSuccess: async (changed) => {
      client.setQueryData(documentQuery(document.id).queryKey, { ...document, ...changed })
      await client.invalidateQueries({ queryKey: DOCUMENTS_KEY })
      notify.success(t('document.saved'))
      onDone()
    },
    onError: (error) => {
      if (!applyApiErrors(form, error)) notify.failure(error)
    },
  })
  return { form, save }
}
