// biome-ignore lint/style/noRestrictedImports: this is the place that guards it.
import { type UseFormInput, type UseFormReturnType, useForm as useUnguardedForm } from '@mantine/form'
import { useRef } from 'react'
import { DOUBLE_CLICK_MS, describeValues } from './single-flight.ts'

export type { UseFormReturnType } from '@mantine/form'

/**
 * A form that is sent to the server. Sending it clears the refusals beside its fields; if its button is hit again right
 * after, nothing new is sent (see `useMutation`, `useOnce`), so no answer would bring them back: they stay.
 */
export function useForm<Values extends Record<string, unknown>>(
  options: UseFormInput<Values>,
): UseFormReturnType<Values> {
  const form = useUnguardedForm<Values>(options)
  const last = useRef({ of: '', at: Number.NEGATIVE_INFINITY })
  const onSubmit: typeof form.onSubmit = (handle, handleMistakes) => (event) => {
    const of = describeValues(form.getValues())
    const now = performance.now()
    const isAgain = last.current.of === of && now - last.current.at < DOUBLE_CLICK_MS
    const refusals = form.errors
    form.onSubmit(handle, handleMistakes)(event)
    if (isAgain) form.setErrors((mistakes) => ({ ...refusals, ...mistakes }))
    else last.current = { of, at: now }
  }
  return { ...form, onSubmit }
}
