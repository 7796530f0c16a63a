import { useEffect, useRef, useState } from 'react'
import type { FieldValues } from './form-values.ts'

/** What is shown for chosen values of data sets, by their paths. */
export type Labels = Record<string, string>
type Draft = { values: FieldValues; labels: Labels }

/** What was typed is kept by this window until it is sent; files are not. */
export function useFormDraft(key: string) {
  const storageKey = `dossier-request-${key}`
  const [restored] = useState(() => read(storageKey))
  const [draft, setDraft] = useState<Draft>(restored ?? { values: {}, labels: {} })
  const [wasRestored, setWasRestored] = useState(restored !== undefined)
  const isOver = useRef(false)
  // At once: who leaves or reloads right after the last letter finds it again.
  useEffect(() => {
    if (!isOver.current) write(storageKey, draft)
  }, [storageKey, draft])

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
      sessionStorage.removeItem(storageKey)
    },
    startOver() {
      sessionStorage.removeItem(storageKey)
      setDraft({ values: {}, labels: {} })
      setWasRestored(false)
    },
  }
}

function write(key: string, { values, labels }: Draft): void {
  const kept = Object.entries(values).filter(([, value]) => value !== undefined && !(value instanceof File))
  try {
    if (kept.length === 0) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify({ values: Object.fromEntries(kept), labels }))
  } catch {
    // It is full; what is typed is still on the page.
  }
}

function read(key: string): Draft | undefined {
  try {
    const stored = sessionStorage.getItem(key)
    return stored === null ? undefined : { values: {}, labels: {}, ...JSON.parse(stored) }
  } catch {
    return undefined
  }
}
