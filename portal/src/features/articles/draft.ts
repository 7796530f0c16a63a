import { useEffect, useState } from 'react'
import type { ArticleValues } from './article-form.ts'

const keyOf = (slug: string) => `dossier-article-${slug}`

/** What was typed and not saved is kept by this window, so that a reload or a wrong click loses nothing. */
export function useDraft(slug: string, saved: ArticleValues) {
  const [restored] = useState(() => readDraft(slug, saved))
  const [values, setValues] = useState(restored ?? saved)
  const [wasRestored, setWasRestored] = useState(restored !== undefined)
  const [base, setBase] = useState(saved)
  const isChanged = JSON.stringify(values) !== JSON.stringify(base)

  useEffect(() => {
    if (isChanged) writeDraft(slug, values)
    else forgetDraft(slug)
  }, [values, isChanged, slug])

  return {
    values,
    change: (changes: Partial<ArticleValues>) => setValues((old) => ({ ...old, ...changes })),
    isChanged,
    wasRestored,
    /** Begins anew from what is stored. */
    reset(to: ArticleValues) {
      setBase(to)
      setValues(to)
      setWasRestored(false)
      forgetDraft(slug)
    },
  }
}

export function forgetDraft(slug: string): void {
  sessionStorage.removeItem(keyOf(slug))
}

function writeDraft(slug: string, values: ArticleValues): void {
  try {
    sessionStorage.setItem(keyOf(slug), JSON.stringify(values))
  } catch {
    // It is full; what is typed is still on the page.
  }
}

function readDraft(slug: string, saved: ArticleValues): ArticleValues | undefined {
  try {
    const stored = sessionStorage.getItem(keyOf(slug))
    return stored === null || stored === JSON.stringify(saved) ? undefined : { ...saved, ...JSON.parse(stored) }
  } catch {
    return undefined
  }
}
