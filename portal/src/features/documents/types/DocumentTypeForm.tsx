import { Button, Group, NumberInput, Select, Stack, Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { documentTypeWords } from '#features/documents/words.ts'
import { ApiError, api, unwrap } from '#kernel/api/api.ts'
import { type UseFormReturnType, useForm } from '#kernel/api/use-form.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { refuseTaken } from '#shared/codes/refuse-taken.ts'
import { LocalizedNameFields } from '#shared/localized-names/LocalizedNameFields.tsx'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { applyApiErrors } from '#ui/fields/form-errors.ts'
import { TagsField } from '#ui/fields/TagsField.tsx'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { useLeave, useUnsavedChanges } from '#ui/overlays/unsaved-changes.ts'
import { Section } from '#ui/page/Section.tsx'
import { AttributesEditor } from './AttributesEditor.tsx'
import { inputOf, type TypeValues, valuesOf } from './type-form.ts'
import { type DocumentType, findType, TYPES_KEY, typePath, typeQuery } from './types.api.ts'
import classes from './types.module.css'

type FormProps = { form: UseFormReturnType<TypeValues>; isNew: boolean; disabled: boolean }

/** Everything about a type of documents, in one form. */
export function DocumentTypeForm({ type }: { type: DocumentType | undefined }) {
  const t = useWords(documentTypeWords)
  const session = useSession()
  const isNew = type === undefined
  const disabled = !mayAdmin(session, 'document_types:write')
  const form = useForm<TypeValues>({
    initialValues: valuesOf(type, session.client.languages),
    validate: {
      code: (value) => (/^[A-Za-z0-9_-]{1,100}$/.test(value) ? null : t('badCode')),
    },
  })
  const save = useSaving(form, type, session.client.languages)
  useUnsavedChanges(() => form.isDirty())
  const refused = save.error instanceof ApiError ? save.error.fields : []
  const errorOf = (prefix: string) => (path: string) =>
    refused.find(({ field }) => field === `${prefix}.${path}`)?.message
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <div className={classes.columns}>
        <div>
          <Identity form={form} isNew={isNew} disabled={disabled} />
        </div>
        <div>
          <Rules form={form} isNew={isNew} disabled={disabled} />
        </div>
      </div>
      {(['metas', 'filters'] as const).map((which) => (
        <AttributesEditor
          key={which}
          which={which}
          value={form.values[which]}
          onChange={(value) => form.setFieldValue(which, value)}
          errorOf={errorOf(which)}
          disabled={disabled}
        />
      ))}
      {!disabled && (
        <FormActions>
          <Button type="submit" loading={save.isPending} disabled={!isNew && !form.isDirty()}>
            {t(isNew ? 'create' : 'save')}
          </Button>
        </FormActions>
      )}
    </form>
  )
}

function useSaving(form: UseFormReturnType<TypeValues>, before: DocumentType | undefined, languages: string[]) {
  const t = useWords(documentTypeWords)
  const notify = useNotify()
  const client = useQueryClient()
  const leave = useLeave()
  return useMutation({
    mutationFn: async (values: TypeValues) => {
      const { code } = values
      if (!before) await refuseTaken(findType(code), { field: 'code', message: t('taken') })
      const body = inputOf(values, before, languages)
      return unwrap(api.PUT('/portal/api/admin/document_types/{code}', { params: { path: { code } }, body }))
    },
    onSuccess: (saved) => {
      const values = valuesOf(saved, languages)
      form.setValues(values)
      form.resetDirty(values)
      client.setQueryData(typeQuery(saved.code).queryKey, saved)
      void client.invalidateQueries({ queryKey: TYPES_KEY })
      notify.success(t('saved'))
      if (!before) leave(typePath(saved.code))
    },
    onError: (error) => {
      if (!applyApiErrors(form, error)) notify.failure(error)
    },
  })
}

function Identity({ form, isNew, disabled }: FormProps) {
  const t = useWords(documentTypeWords)
  const { languages } = useSession().client
  return (
    <Section title={t('identity')}>
      <Stack gap="sm">
        <TextInput
          label={t('code')}
          description={t('codeHelp')}
          required
          maxLength={100}
          disabled={disabled || !isNew}
          {...form.getInputProps('code')}
        />
        <NumberInput
          label={t('number')}
          description={t('numberHelp')}
          min={1}
          allowDecimal={false}
          disabled={disabled || !isNew}
          {...form.getInputProps('id')}
        />
        <Select
          label={t('kind')}
          description={t('kindHelp')}
          data={(['employee', 'company'] as const).map((value) => ({ value, label: t(`kinds.${value}`) }))}
          allowDeselect={false}
          disabled={disabled || !isNew}
          {...form.getInputProps('kind')}
        />
        <LocalizedNameFields
          label={t('names')}
          languages={languages}
          value={form.values.names}
          onChange={(names) => form.setFieldValue('names', names)}
        />
      </Stack>
    </Section>
  )
}

function Rules({ form, disabled }: FormProps) {
  const t = useWords(documentTypeWords)
  const isOfEmployee = form.values.kind === 'employee'
  return (
    <Section title={t('rules')}>
      <Stack gap="md">
        <Switch
          label={t('visible')}
          description={t(`visibleHelp.${form.values.kind}`)}
          disabled={disabled}
          {...form.getInputProps('visible_by_employee', { type: 'checkbox' })}
        />
        {isOfEmployee && (
          <Switch
            label={t('upload')}
            description={t('uploadHelp')}
            disabled={disabled}
            {...form.getInputProps('upload_by_employee', { type: 'checkbox' })}
          />
        )}
        <Group align="flex-start" grow preventGrowOverflow={false}>
          <NumberInput
            label={t('months')}
            description={t('monthsHelp')}
            min={1}
            max={1200}
            allowDecimal={false}
            disabled={disabled}
            {...form.getInputProps('months')}
          />
          <Select
            label={t('from')}
            description={t('fromHelp')}
            data={(['date', 'departure'] as const).map((value) => ({ value, label: t(`starts.${value}`) }))}
            allowDeselect={false}
            disabled={disabled || form.values.months === ''}
            {...form.getInputProps('from')}
          />
        </Group>
        <TagsField
          label={t('extensions')}
          description={t('extensionsHelp')}
          placeholder="pdf"
          disabled={disabled}
          {...form.getInputProps('allowed_extensions')}
        />
      </Stack>
    </Section>
  )
}
