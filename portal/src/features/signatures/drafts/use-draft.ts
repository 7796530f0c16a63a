import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  changeProcess,
  createProcess,
  type Process,
  signatureKeys,
} from '#features/signatures/processes/processes.api.ts'
import { signatureDraftWords } from '#features/signatures/words.ts'
import { ApiError, type FieldError } from '#kernel/api/api-error.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { useUnsavedChanges } from '#ui/overlays/unsaved-changes.ts'
import { changesOf, type Draft } from './draft.ts'
import { type Errors, missingIn, type Step, stepOf } from './wizard-steps.ts'

const CODES = [
  'not_a_pdf',
  'unreadable_pdf',
  'not_as_shown',
  'too_large',
  'repeated',
  'unknown_employee',
  'unknown_manager',
  'in_the_past',
  'no_such_page',
  'outside_of_page',
  'unknown_signature_type',
  'required',
] as const

/** The error message of a field; for unknown codes, the message of the server. */
export function useFieldWords(): (error: FieldError) => string {
  const t = useWords(signatureDraftWords)
  return ({ code, message }) => {
    const known = CODES.find((one) => one === code)
    return known ? t(`errors.${known}`) : message
  }
}

/** A process that is being put together: what was entered, what is wrong with it, and how it is kept. */
export function useDraft(first: Draft, process: Process | undefined) {
  const t = useWords(signatureDraftWords)
  const notify = useNotify()
  const client = useQueryClient()
  const describe = useFieldWords()
  const [draft, setDraft] = useState(first)
  const [errors, setErrors] = useState<Errors>({})
  const [isSaving, setSaving] = useState(false)
  const latest = useRef(draft)
  const kept = useRef(JSON.stringify(changesOf(first)))
  const isDirty = () => JSON.stringify(changesOf(latest.current)) !== kept.current

  const change = (changes: Partial<Draft>) => {
    latest.current = { ...latest.current, ...changes }
    setDraft(latest.current)
    setErrors((old) => withoutThose(old, Object.keys(changes)))
  }

  /** Whether a step is complete; shows the errors if not. */
  const check = (step: Step): boolean => {
    const missing = Object.entries(missingIn(step, latest.current))
    setErrors(Object.fromEntries(missing.map(([field, what]) => [field, t(`missing.${what}`)])))
    return missing.length === 0
  }

  /** Puts refusals beside their fields. Answers the first step that has one. */
  const refuse = (error: unknown): Step | undefined => {
    const fields = error instanceof ApiError ? error.fields : []
    if (fields.length === 0) notify.failure(error, { invalid_state: t('errors.invalid_state') })
    setErrors(Object.fromEntries(fields.map((one) => [one.field, describe(one)])))
    return fields[0] && stepOf(fields[0].field)
  }

  /** Keeps everything on the server; undefined when it refused. */
  const save = async (): Promise<Process | undefined> => {
    if (process && !isDirty()) return process
    const changes = changesOf(latest.current)
    const saved = process
      ? await changeProcess(process.id, changes)
      : await createProcess({ ...changes, upload_id: changes.upload_id ?? '' })
    const { upload_id: _, ...rest } = changes
    kept.current = JSON.stringify(rest)
    // The document is the process's own from now on.
    change({ document: { upload_id: null, ...saved.document } })
    client.setQueryData(signatureKeys.one(saved.id), saved)
    void client.invalidateQueries({ queryKey: signatureKeys.all })
    return saved
  }

  /** Does something that the server may refuse; answers the step to go to then. */
  const attempt = async <T>(work: () => Promise<T>): Promise<{ done: T } | { step: Step | undefined }> => {
    setSaving(true)
    try {
      return { done: await work() }
    } catch (error) {
      return { step: refuse(error) }
    } finally {
      setSaving(false)
    }
  }

  useUnsavedChanges(isDirty)
  return { draft, change, errors, setErrors, check, save, attempt, isSaving, process }
}

export type DraftState = ReturnType<typeof useDraft>

const FIELDS: Partial<Record<keyof Draft, string>> = {
  document: 'upload_id',
  employee: 'employee_technical_id',
  metas: 'document_type_metas',
  filters: 'document_type_filters',
}

/** A changed field loses its error until the next check. */
function withoutThose(errors: Errors, changed: string[]): Errors {
  const names = changed.map((one) => FIELDS[one as keyof Draft] ?? one)
  const isAbout = (field: string) => names.some((name) => field === name || field.startsWith(`${name}.`))
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !isAbout(field)))
}
