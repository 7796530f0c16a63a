import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { holdWords } from '#features/governance/words.ts'
import { ApiError } from '#kernel/api/api-error.ts'
import { type UseFormReturnType, useForm } from '#kernel/api/use-form.ts'
import { attempt } from '#kernel/api/use-once.ts'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { useLeave, useUnsavedChanges } from '#ui/overlays/unsaved-changes.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { Section } from '#ui/page/Section.tsx'
import { HOLDS, holdKeys, placeHold } from './holds.api.ts'
import classes from './holds.module.css'
import { ScopeFields } from './ScopeFields.tsx'
import { ScopePreview } from './ScopePreview.tsx'
import { fieldOf, isScoped, NOTHING, type ScopeValues, toScope } from './scope-form.ts'

type HoldValues = { name: string; reference: string; reason: string; scope: ScopeValues }
type Form = UseFormReturnType<HoldValues>

/** Describes a matter, and places its hold. */
export function NewLegalHoldPage() {
  const t = useWords(holdWords)
  const place = usePlacing()
  const missing = (text: string) => (text.trim() === '' ? t('form.missing') : null)
  const form = useForm<HoldValues>({
    initialValues: { name: '', reference: '', reason: '', scope: NOTHING },
    validate: (values) => ({
      name: missing(values.name),
      reason: missing(values.reason),
      scope: isScoped(values.scope) ? null : t('form.scopeMissing'),
    }),
  })
  useUnsavedChanges(() => form.isDirty())
  return (
    <>
      <PageHeader
        title={t('form.title')}
        breadcrumbs={[{ label: t('title'), href: HOLDS }]}
        description={t('form.text')}
      />
      <form onSubmit={form.onSubmit((values) => place(form, values))} noValidate>
        <div className={classes.page}>
          <div>
            <Matter form={form} />
            <Section title={t('form.scope')} description={t('form.scopeHint')}>
              <ScopeFields
                values={form.values.scope}
                onChange={(changes) => {
                  form.setFieldValue('scope', { ...form.values.scope, ...changes })
                  form.clearFieldError('scope')
                  for (const field of Object.keys(changes)) form.clearFieldError(`scope.${field}`)
                }}
                errorOf={(field) => form.errors[`scope.${field}`]}
              />
              {form.errors.scope && (
                <Text size="sm" c="var(--mantine-color-error)" mt="md" role="alert">
                  {form.errors.scope}
                </Text>
              )}
            </Section>
          </div>
          <div className={classes.side}>
            <ScopePreview values={form.values.scope} />
          </div>
        </div>
        <FormActions cancelHref={HOLDS}>
          <Button type="submit" loading={form.submitting}>
            {t('form.submit')}
          </Button>
        </FormActions>
      </form>
    </>
  )
}

function Matter({ form }: { form: Form }) {
  const t = useWords(holdWords)
  return (
    <Section title={t('form.matter')}>
      <Stack>
        <TextInput
          label={t('form.name')}
          description={t('form.nameHint')}
          required
          maxLength={255}
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('form.reference')}
          description={t('form.referenceHint')}
          maxLength={255}
          {...form.getInputProps('reference')}
        />
        <Textarea
          label={t('form.reason')}
          required
          minRows={3}
          autosize
          maxLength={2000}
          {...form.getInputProps('reason')}
        />
      </Stack>
    </Section>
  )
}

function usePlacing() {
  const t = useWords(holdWords)
  const notify = useNotify()
  const leave = useLeave()
  const queryClient = useQueryClient()
  return async (form: Form, { name, reference, reason, scope }: HoldValues) => {
    const described = { name: name.trim(), reason: reason.trim(), reference: reference.trim() || null }
    const placed = await attempt(placeHold({ ...described, scope: toScope(scope) }), (error) => {
      const fields = error instanceof ApiError ? error.fields : []
      for (const { field, message } of fields) form.setFieldError(fieldOf(field), message)
      if (fields.length === 0) notify.failure(error, { too_many_legal_holds: t('form.tooMany') })
    })
    if (!placed) return
    await queryClient.invalidateQueries({ queryKey: holdKeys.all })
    leave(`${HOLDS}/${placed.answer.id}`)
    notify.success(t('form.placed'))
  }
}
