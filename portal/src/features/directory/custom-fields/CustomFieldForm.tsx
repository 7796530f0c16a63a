import { Button, Select, TagsInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type CustomField, type FieldInput, fieldsQuery, useSaveField } from '#features/directory/directory.api.ts'
import { useRefusals } from '#features/directory/refusals.ts'
import { directoryWords } from '#features/directory/words.ts'
import { ApiError } from '#kernel/api/api.ts'
import { useForm } from '#kernel/api/use-form.ts'
import { toLocalizedNames, toTexts } from '#shared/localized-names/shown-name.ts'
import { TranslationFields } from '#shared/localized-names/TranslationFields.tsx'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { applyApiErrors } from '#ui/fields/form-errors.ts'
import { useWords } from '#ui/language/words.ts'
import { dialogs } from '#ui/overlays/dialogs.ts'
import { useNotify } from '#ui/overlays/notify.tsx'

const TYPES = ['string', 'integer', 'boolean', 'list', 'date'] as const
const CODE = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/

export function openCustomFieldForm({ title, field }: { title: string; field?: CustomField }): void {
  const id = dialogs.open({
    title,
    size: 'lg',
    children: <CustomFieldForm field={field} onDone={() => dialogs.close(id)} />,
  })
}

/** A custom field, new or changed. */
function CustomFieldForm({ field, onDone }: { field: CustomField | undefined; onDone: () => void }) {
  const t = useWords(directoryWords)
  const { form, submit, isSaving } = useCustomFieldForm(field, onDone)
  return (
    <form onSubmit={submit} noValidate>
      <TextInput label={t('customFields.name')} required data-autofocus mb="md" {...form.getInputProps('name')} />
      {!field && (
        <TextInput
          label={t('customFields.code')}
          description={t('customFields.codeHint')}
          required
          mb="md"
          {...form.getInputProps('code')}
        />
      )}
      <Select
        label={t('customFields.type')}
        description={t('customFields.typeHint')}
        data={TYPES.map((value) => ({ value, label: t(`customFields.types.${value}`) }))}
        allowDeselect={false}
        mb="md"
        {...form.getInputProps('type')}
      />
      {form.values.type === 'list' && (
        <TagsInput
          label={t('customFields.values')}
          description={t('customFields.valuesHint')}
          required
          {...form.getInputProps('values')}
        />
      )}
      <TranslationFields value={form.values.names} onChange={(names) => form.setFieldValue('names', names)} />
      <FormActions onCancel={onDone}>
        <Button type="submit" loading={isSaving}>
          {t('customFields.save')}
        </Button>
      </FormActions>
    </form>
  )
}

function useCustomFieldForm(field: CustomField | undefined, onDone: () => void) {
  const t = useWords(directoryWords)
  const notify = useNotify()
  const refuse = useRefusals()
  const { data: known = [] } = useQuery(fieldsQuery)
  const save = useSaveField()
  const form = useForm<FieldInput & { names: Record<string, string> }>({
    initialValues: {
      ...(field ? { ...field, name: field.plain_name } : { code: '', name: '', type: 'string', values: [] }),
      names: toTexts(field?.localized_names),
    },
    validate: {
      name: (name) => (name.trim() === '' ? t('people.form.required') : null),
      code: (code) => {
        if (!CODE.test(code)) return t('customFields.codeWrong')
        return !field && known.some((one) => one.code === code) ? t('customFields.codeTaken') : null
      },
      values: (values, { type }) => (type === 'list' && values.length === 0 ? t('customFields.valuesNeeded') : null),
    },
  })
  const submit = form.onSubmit(({ code, name, names, type, values }) =>
    save.mutate(
      {
        code,
        name: name.trim(),
        type,
        values: type === 'list' ? values : [],
        localized_names: toLocalizedNames(names),
      },
      {
        onSuccess: () => {
          onDone()
          notify.success(t('customFields.saved', { name: name.trim() }))
        },
        onError: (error) => {
          const reason = error instanceof ApiError ? error.message : ''
          if (applyApiErrors(form, error)) return
          refuse(error, { custom_field_in_use: t('customFields.inUse', { reason }) })
        },
      },
    ),
  )
  return { form, submit, isSaving: save.isPending }
}
