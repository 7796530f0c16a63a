import { useState } from 'react'
import { useSession } from '../../app/session.ts'

/** A text that this window keeps, for whoever is logged in, until it is sent: leaving the page loses nothing. */
export function useReplyDraft(key: string): [text: string, setText: (text: string) => void] {
  const { person } = useSession()
  const storageKey = `dossier-reply-${person.scope}-${person.technical_id}-${key}`
  const [text, setText] = useState(() => sessionStorage.getItem(storageKey) ?? '')
  const keep = (next: string) => {
    setText(next)
    try {
      if (next === '') sessionStorage.removeItem(storageKey)
      else sessionStorage.setItem(storageKey, next)
    } catch {
      // It is full; what is typed is still on the page.
    }
  }
  return [text, keep]
}
