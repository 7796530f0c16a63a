import { useEffect, useRef, useState } from 'react'
import { useWindowDraft } from '#kernel/session/window-draft.ts'
import type { FieldValues } from './form-values.ts'

/** What is shown for chosen values of data sets, by their paths. */
export type Labels = Record<string, string>
type Draft = { values: FieldValues; labels: Labels }

/** What was typed is kept by this window until it is sent; files are not. */
export function useFormDraft(key: string) {
  const stored = useWindowDraft<Draft>(`request ${key}`)
  const [restored] = useState(stored.read)
  const [draft, setDraft] = useState<Draft>(restored ?? { values: {}, labels: {} })
  const [wasRestored, setWasRestored] = useState(restored !== undefined)
  const isOver = useRef(false)
  // At once: who leaves or reloads right after the last letter finds it again.
  useEffect(() => {
    if (isOver.current) return
    const values = withoutFiles(draft.values)
    if (Object.keys(values).length === 0) stored.forget()
    else stored.keep({ ...draft, values })
  }, [stored, draft])

  return {
    ...draft,
    wasRestored,
    setValues: (change: (old: FieldValues) => FieldValues) =>
      setDraft((old) => ({ ...old, values: change(old.values) })),
    addLabel: (path: string, label: string) =>
      setDraft((old) => ({ ...old, labels: { ...old.labels, [path]: label } })),
    /** Forgets it: it was sent. */
    end() {
      isOver.current = true
      stored.forget()
    },
    startOver() {
      setDraft({ values: {}, labels: {} })
      setWasRestored(false)
    },
  }
}

function withoutFiles(values: FieldValues): FieldValues {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && !(value instanceof File)),
  )
}
