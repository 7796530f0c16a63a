import { useState } from 'react'
import { useWindowDraft } from '#kernel/session/window-draft.ts'

/** A reply that is kept until it is sent: leaving the page loses nothing. */
export function useReplyDraft(key: string): [text: string, setText: (text: string) => void] {
  const draft = useWindowDraft<string>(`reply ${key}`)
  const [text, setText] = useState(() => draft.read() ?? '')
  const keep = (next: string) => {
    setText(next)
    if (next === '') draft.forget()
    else draft.keep(next)
  }
  return [text, keep]
}
