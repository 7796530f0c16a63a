import { useEffect, useState } from 'react'
import { useWindowDraft } from '#kernel/session/window-draft.ts'
import type { ArticleValues } from './article-form.ts'

/** What was typed and not saved is kept by this window, so that a reload or a wrong click loses nothing. */
export function useDraft(slug: string, saved: ArticleValues) {
  const stored = useWindowDraft<ArticleValues>(`article ${slug}`)
  const [restored] = useState(() => {
    const draft = stored.read()
    return draft && JSON.stringify(draft) !== JSON.stringify(saved) ? { ...saved, ...draft } : undefined
  })
  const [values, setValues] = useState(restored ?? saved)
  const [wasRestored, setWasRestored] = useState(restored !== undefined)
  const [base, setBase] = useState(saved)
  const isChanged = JSON.stringify(values) !== JSON.stringify(base)

  useEffect(() => {
    if (isChanged) stored.keep(values)
    else stored.forget()
  }, [values, isChanged, stored])

  return {
    values,
    change: (changes: Partial<ArticleValues>) => setValues((old) => ({ ...old, ...changes })),
    isChanged,
    wasRestored,
    /** Starts again from the stored article. */
    reset(to: ArticleValues) {
      setBase(to)
      setValues(to)
      setWasRestored(false)
      stored.forget()
    },
    /** Keeps nothing of it: the page is left. */
    forget: stored.forget,
  }
}
