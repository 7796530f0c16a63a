import { Button, NumberInput, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { signatureTypeWords } from '#features/signatures/words.ts'
import { type UseFormReturnType, useForm } from '#kernel/api/use-form.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { useSession } from '#kernel/session/session.ts'
import { refuseTaken } from '#shared/codes/refuse-taken.ts'
import { LocalizedNameFields, useLanguageName } from '#shared/localized-names/LocalizedNameFields.tsx'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { applyApiErrors } from '#ui/fields/form-errors.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { useLeave, useUnsavedChanges } from '#ui/overlays/unsaved-changes.ts'
import { Section } from '#ui/page/Section.tsx'
import { inputOf, type TypeValues, valuesOf } from './type-values.ts'
import { findType, putType, type SignatureType, TYPES_KEY, typePath, typeQuery } from './types.api.ts'

type Form = UseFormReturnType<TypeValues>
type TypeFormProps = { type: SignatureType | undefined; disabled: boolean }

/** A signature type: what it is called, what signers agree to, and how long they have. */
export function TypeForm({ type, disabled }: TypeFormProps) {
  const t = useWords(signatureTypeWords)
  const { languages } = useSession().client
  const isNew = type === undefined
  const form = useForm<TypeValues>({
    initialValues: valuesOf(type, languages),
    validate: { id: (value) => (/^[A-Za-z0-9_-]{1,100}$/.test(value) ? null : t('badCode')) },
  })
  const save = useSaving(form, isNew, languages)
  useUnsavedChanges(() => form.isDirty())
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <Section title={t('identity')}>
        <Stack>
          <TextInput
            label={t('code')}
            description={t('codeHelp')}
            required
            maxLength={100}
            disabled={disabled || !isNew}
            {...form.getInputProps('id')}
          />
          <LocalizedNameFields
            label={t('name')}
            languages={languages}
            value={form.values.names}
            onChange={(names) => form.setFieldValue('names', names)}
          />
        </Stack>
      </Section>
      <Section title={t('consent')} description={t('consentHelp')}>
        <ConsentFields form={form} languages={languages} disabled={disabled} />
      </Section>
      <Section title={t('times')}>
        <Days form={form} disabled={disabled} />
      </Section>
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

type FieldsProps = { form: Form; disabled: boolean }

function ConsentFields({ form, languages, disabled }: FieldsProps & { languages: string[] }) {
  const t = useWords(signatureTypeWords)
  const nameOf = useLanguageName()
  const { consents } = form.values
  return (
    <Stack gap="sm">
      {languages.map((language) => (
        <Textarea
          key={language}
          label={nameOf(language)}
          lang={language}
          placeholder={t('consentPlaceholder')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={1000}
          disabled={disabled}
          value={consents[language] ?? ''}
          onChange={(event) => form.setFieldValue('consents', { ...consents, [language]: event.currentTarget.value })}
        />
      ))}
    </Stack>
  )
}

function Days({ form, disabled }: FieldsProps) {
  const t = useWords(signatureTypeWords)
  const shared = { min: 1, max: 3650, allowDecimal: false, disabled }
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <NumberInput
        label={t('expiryDays')}
        description={t('expiryHelp')}
        {...shared}
        {...form.getInputProps('expiry_days')}
      />
      <NumberInput
        label={t('reminderDays')}
        description={t('reminderHelp')}
        {...shared}
        {...form.getInputProps('reminder_days')}
      />
    </SimpleGrid>
  )
}

function useSaving(form: Form, isNew: boolean, languages: string[]) {
  const t = useWords(signatureTypeWords)
  const notify = useNotify()
  const client = useQueryClient()
  const leave = useLeave()
  return useMutation({
    mutationFn: async (values: TypeValues) => {
      if (isNew) await refuseTaken(findType(values.id), { field: 'id', message: t('taken') })
      return putType(values.id, inputOf(values, languages))
    },
    onSuccess: (saved) => {
      const values = valuesOf(saved, languages)
      form.setValues(values)
      form.resetDirty(values)
      client.setQueryData(typeQuery(saved.id).queryKey, saved)
      void client.invalidateQueries({ queryKey: TYPES_KEY })
      notify.success(t('saved'))
      if (isNew) leave(typePath(saved.id))
    },
    onError: (error) => {
      if (!applyApiErrors(form, error)) notify.failure(error)
    },
  })
}
