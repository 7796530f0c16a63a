import { Button, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { retentionWords } from '#features/governance/words.ts'
import { ApiError } from '#kernel/api/api-error.ts'
import { useForm } from '#kernel/api/use-form.ts'
import { attempt } from '#kernel/api/use-once.ts'
import { refuseTaken } from '#shared/codes/refuse-taken.ts'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { useLeave, useUnsavedChanges } from '#ui/overlays/unsaved-changes.ts'
import { Section } from '#ui/page/Section.tsx'
import { isMissingValue } from './field-values.ts'
import type { Form } from './form.ts'
import { AboutFields, AfterFields, WhenFields } from './PolicyFields.tsx'
import { fieldOf, idOf, isComplete, type PolicyValues, toPolicy } from './policy-form.ts'
import { findPolicy, POLICIES, policyKeys, policyPath, putPolicy } from './retention.api.ts'
import classes from './retention.module.css'
import { Simulator } from './Simulator.tsx'

type PolicyFormProps = { id: string | undefined; initial: PolicyValues; isReadOnly: boolean }

/** What a policy says, and beside it what it would do. */
export function PolicyForm({ id, initial, isReadOnly }: PolicyFormProps) {
  const t = useWords(retentionWords)
  const save = useSaving(id)
  const form: Form = useForm<PolicyValues & { id: string }>({
    initialValues: { ...initial, id: id ?? '' },
    validate: {
      name: (name) => (name.trim() === '' ? t('form.missing') : null),
      id: (text) => (/^[A-Za-z0-9_-]{1,64}$/.test(text) || isReadOnly ? null : t('form.idInvalid')),
      custom_fields: (wanted) => (isMissingValue(wanted) ? t('form.missing') : null),
      code: (_, values) => (isComplete(values) || values.event === 'fixed_date' ? null : t('form.missing')),
      date: (_, values) => (isComplete(values) || values.event !== 'fixed_date' ? null : t('form.missing')),
    },
  })
  useUnsavedChanges(() => !isReadOnly && form.isDirty())
  const { id: _, ...values } = form.values
  return (
    <div className={classes.page}>
      <form onSubmit={form.onSubmit((all) => save(form, all))} noValidate>
        <fieldset disabled={isReadOnly} className={classes.fieldset}>
          <NameSection form={form} isNew={id === undefined} />
          <Section title={t('form.about')} description={t('form.aboutHint')}>
            <AboutFields form={form} isNew={id === undefined} />
          </Section>
          <Section title={t('form.when')}>
            <WhenFields form={form} />
          </Section>
          <Section title={t('form.after')}>
            <AfterFields form={form} />
          </Section>
        </fieldset>
        {!isReadOnly && (
          <FormActions cancelHref={POLICIES}>
            <Button type="submit" loading={form.submitting}>
              {t(id === undefined ? 'form.add' : 'form.save')}
            </Button>
          </FormActions>
        )}
      </form>
      <div className={classes.side}>
        <Simulator values={values} id={id?.includes(':') ? undefined : id} />
      </div>
    </div>
  )
}

/** The id follows the name until it is typed. */
function NameSection({ form, isNew }: { form: Form; isNew: boolean }) {
  const t = useWords(retentionWords)
  const [isOwnId, setOwnId] = useState(!isNew)
  const name = form.getInputProps('name')
  const id = form.getInputProps('id')
  return (
    <Section title={t('form.policy')}>
      <Stack>
        <TextInput
          label={t('form.name')}
          required
          maxLength={255}
          {...name}
          onChange={(event) => {
            name.onChange(event)
            if (!isOwnId) form.setFieldValue('id', idOf(event.currentTarget.value))
          }}
        />
        {isNew && (
          <TextInput
            label={t('form.id')}
            description={t('form.idHint')}
            required
            maxLength={64}
            {...id}
            onChange={(event) => {
              id.onChange(event)
              setOwnId(true)
            }}
          />
        )}
        <Textarea
          label={t('form.basis')}
          description={t('form.basisHint')}
          autosize
          minRows={2}
          maxLength={2000}
          {...form.getInputProps('legal_basis')}
        />
        <Switch
          label={t('form.enabled')}
          description={t('form.enabledHint')}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
      </Stack>
    </Section>
  )
}

function useSaving(saved: string | undefined) {
  const t = useWords(retentionWords)
  const notify = useNotify()
  const leave = useLeave()
  const queryClient = useQueryClient()
  return async (form: Form, { id, ...values }: PolicyValues & { id: string }) => {
    const write = async () => {
      // A policy of this id would be replaced.
      if (saved === undefined) await refuseTaken(findPolicy(id), { field: 'id', message: t('form.idTaken') })
      return putPolicy(id, toPolicy(values))
    }
    const put = await attempt(write(), (error) => {
      const fields = error instanceof ApiError ? error.fields : []
      for (const { field, message } of fields) form.setFieldError(fieldOf(field), message)
      if (fields.length === 0) notify.failure(error, { too_many_retention_policies: t('form.tooMany') })
    })
    if (!put) return
    // Everything that says how long it is kept may say something else now.
    await queryClient.invalidateQueries()
    queryClient.setQueryData(policyKeys.one(id), put.answer)
    notify.success(t('form.saved'))
    if (saved === undefined) leave(policyPath(id))
  }
}
