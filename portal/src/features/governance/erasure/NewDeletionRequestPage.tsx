import { Button, Checkbox, NumberInput, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { erasureWords } from '#features/governance/words.ts'
import { ApiError } from '#kernel/api/api-error.ts'
import { type UseFormReturnType, useForm } from '#kernel/api/use-form.ts'
import { attempt } from '#kernel/api/use-once.ts'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { applyApiErrors } from '#ui/fields/form-errors.ts'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { useLeave, useUnsavedChanges } from '#ui/overlays/unsaved-changes.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { Section } from '#ui/page/Section.tsx'
import { type DeletionValues, hasModes, isGrace, MAX_GRACE_DAYS, toAsking, valuesOf } from './deletion-form.ts'
import { askForDeletion, DELETIONS, deletionKeys } from './erasure.api.ts'
import classes from './erasure.module.css'
import { ResourceFields } from './ResourceFields.tsx'

type Form = UseFormReturnType<DeletionValues>

/** Says what is to be erased; nothing goes before it was looked at and confirmed. */
export function NewDeletionRequestPage() {
  const t = useWords(erasureWords)
  const ask = useAsking()
  const given = useUrlFilters(['kind', 'id']).values
  const form = useForm<DeletionValues>({
    initialValues: valuesOf(given.kind, given.id),
    validate: {
      resource_id: (id) => (id === null ? t('form.missing') : null),
      grace_days: (days) => (isGrace(days) ? null : t('form.graceInvalid')),
    },
  })
  useUnsavedChanges(() => form.isDirty())
  return (
    <>
      <PageHeader
        title={t('form.title')}
        breadcrumbs={[{ label: t('title'), href: DELETIONS }]}
        description={t('form.text')}
      />
      <form className={classes.form} onSubmit={form.onSubmit((values) => ask(form, values))} noValidate>
        <Section title={t('form.what')}>
          <ResourceFields form={form} />
        </Section>
        <Section title={t('form.how')}>
          <HowFields form={form} />
        </Section>
        <FormActions cancelHref={DELETIONS}>
          <Button type="submit" loading={form.submitting}>
            {t('form.submit')}
          </Button>
        </FormActions>
      </form>
    </>
  )
}

function HowFields({ form }: { form: Form }) {
  const t = useWords(erasureWords)
  const { resource_type } = form.values
  return (
    <Stack>
      {hasModes(resource_type) && (
        <Radio.Group label={t('form.mode')} {...form.getInputProps('mode')}>
          <Stack gap="xs" mt="xs">
            {(['delete', 'anonymise'] as const).map((mode) => (
              <Radio key={mode} value={mode} label={t(`modes.${mode}`)} description={t(`modeHints.${mode}`)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {resource_type !== 'company_document' && (
        <Checkbox
          label={t('form.asked')}
          description={resource_type === 'employee' ? t('form.askedHint') : undefined}
          {...form.getInputProps('requested_by_employee', { type: 'checkbox' })}
        />
      )}
      {resource_type === 'employee' && <PackageFields form={form} />}
      <NumberInput
        label={t('form.grace')}
        description={t('form.graceHint')}
        min={0}
        max={MAX_GRACE_DAYS}
        clampBehavior="none"
        allowDecimal={false}
        required
        {...form.getInputProps('grace_days')}
      />
      <Textarea label={t('form.reason')} autosize minRows={2} maxLength={2000} {...form.getInputProps('reason')} />
      <TextInput label={t('form.reference')} maxLength={255} {...form.getInputProps('external_reference')} />
    </Stack>
  )
}

function PackageFields({ form }: { form: Form }) {
  const t = useWords(erasureWords)
  return (
    <>
      <Checkbox
        label={t('form.package')}
        description={t('form.packageHint')}
        {...form.getInputProps('send_package', { type: 'checkbox' })}
      />
      {form.values.send_package && (
        <TextInput
          type="email"
          label={t('form.recipient')}
          description={t('form.recipientHint')}
          maxLength={254}
          {...form.getInputProps('notification_recipient')}
        />
      )}
    </>
  )
}

function useAsking() {
  const t = useWords(erasureWords)
  const notify = useNotify()
  const leave = useLeave()
  const queryClient = useQueryClient()
  return async (form: Form, values: DeletionValues) => {
    const asked = await attempt(askForDeletion(toAsking(values)), (error) => {
      const isPlaced = error instanceof ApiError && applyApiErrors(form, error)
      if (!isPlaced) notify.failure(error, { deletion_request_open: t('isOpen') })
    })
    if (!asked) return
    await queryClient.invalidateQueries({ queryKey: deletionKeys.all })
    leave(`${DELETIONS}/${asked.answer.id}`)
  }
}
