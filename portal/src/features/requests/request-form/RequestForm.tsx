import { Alert, Button, Text } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import classes from '#features/requests/requests.module.css'
import { requestWords } from '#features/requests/words.ts'
import { ApiError } from '#kernel/api/api.ts'
import { attempt } from '#kernel/api/use-once.ts'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { Section } from '#ui/page/Section.tsx'
import { useFormDraft } from './form-draft.ts'
import {
  errorsOf,
  type FieldErrors,
  type FieldValue,
  type FieldValues,
  type FormToFill,
  mistakesIn,
  withValue,
} from './form-values.ts'
import { RequestFields } from './RequestFields.tsx'

type RequestFormProps = {
  form: FormToFill
  /** Under which the draft is kept. */
  draftKey: string
  /** Answers the id of the request. */
  onSend: (values: FieldValues, onProgress: (fraction: number) => void) => Promise<{ id: string }>
  onSent: (id: string) => void
  cancelHref: string
  sendLabel: string
  /** Further fields, and what is wrong with them. */
  before?: (errors: FieldErrors) => ReactNode
  check?: () => FieldErrors
}

/** A form with its draft, its mistakes beside the fields, and how far it is sent. */
export function RequestForm(props: RequestFormProps) {
  const { form, cancelHref, sendLabel, before } = props
  const t = useWords(requestWords)
  const router = useRouter()
  const { draft, element, errors, progress, send, change } = useFilling(props)
  const count = Object.values(errors).filter(Boolean).length
  const isSending = progress !== undefined
  return (
    <form
      ref={element}
      className={classes.narrow}
      noValidate
      // Enter in a field would send a form that is half filled in.
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSending) void send()
      }}
    >
      {draft.wasRestored && (
        <Alert className={classes.hint} color="brand" role="status">
          {t('new.draft')}{' '}
          <Button variant="subtle" size="compact-sm" onClick={draft.startOver}>
            {t('new.discard')}
          </Button>
        </Alert>
      )}
      {before?.(errors)}
      <Section>
        {form.fields.length === 0 && !form.asks_for_subject ? (
          <Text>{t('new.noFields')}</Text>
        ) : (
          <Text size="sm" c="dimmed" mb="lg">
            {t('new.required')}
          </Text>
        )}
        <RequestFields
          form={form}
          values={draft.values}
          labels={draft.labels}
          errors={errors}
          onLabel={draft.addLabel}
          onChange={change}
          disabled={isSending}
        />
      </Section>
      {count > 0 && (
        <Alert color="red" mt="lg" role="alert" tabIndex={-1} data-mistakes title={t('new.mistakes', { count })}>
          {errors.base}
        </Alert>
      )}
      {isSending && (
        <div className={classes.buttons}>
          <ProgressBar label={t('new.sending')} value={progress} />
        </div>
      )}
      <FormActions onCancel={() => router.history.push(cancelHref)} isCancelDisabled={isSending}>
        <Button type="submit" loading={isSending}>
          {sendLabel}
        </Button>
      </FormActions>
    </form>
  )
}

/** What is filled in, what is wrong with it, and sending it. */
function useFilling({ form, draftKey, onSend, onSent, check }: RequestFormProps) {
  const t = useWords(requestWords)
  const notify = useNotify()
  const draft = useFormDraft(draftKey)
  const element = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [progress, setProgress] = useState<number>()

  const refuse = (found: FieldErrors) => {
    setErrors(found)
    requestAnimationFrame(() => {
      const first = element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error="true"]')
      ;(first ?? element.current?.querySelector<HTMLElement>('[data-mistakes]'))?.focus()
    })
  }
  const send = async () => {
    const found = { ...check?.(), ...mistakesIn(form, draft.values, t) }
    if (Object.values(found).some(Boolean)) return refuse(found)
    setErrors({})
    setProgress(0)
    const sent = await attempt(onSend(draft.values, setProgress), (error) => {
      if (error instanceof ApiError && error.fields.length > 0) refuse(errorsOf(error.fields, t))
      else notify.failure(error)
    })
    // Once it is sent, the form stays closed until the page of the request is there: it could be sent again meanwhile.
    if (!sent) return setProgress(undefined)
    draft.end()
    onSent(sent.answer.id)
  }
  const change = (code: string, value: FieldValue | undefined) => {
    draft.setValues((old) => withValue(form, old, code, value))
    setErrors((old) => ({ ...old, [code]: undefined }))
  }
  return { draft, element, errors, progress, send, change }
}
