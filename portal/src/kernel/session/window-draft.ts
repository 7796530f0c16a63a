import { useMemo } from 'react'
import { useSession } from './session.ts'

/** Typed text that was not sent yet, stored by this window. */
export type WindowDraft<T> = { read(): T | undefined; keep(value: T): void; forget(): void }

/** The draft of that name of the logged-in person; other people who log in here do not see it. */
export function useWindowDraft<T>(name: string): WindowDraft<T> {
  const { client, person } = useSession()
  const key = JSON.stringify(['dossier-draft', client.id, person.scope, person.technical_id, name])
  return useMemo(() => windowDraft(key), [key])
}

function windowDraft<T>(key: string): WindowDraft<T> {
  const forget = () => sessionStorage.removeItem(key)
  return {
    read() {
      try {
        return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
      } catch {
        return undefined
      }
    },
    keep(value) {
      try {
        sessionStorage.setItem(key, JSON.stringify(value))
      } catch {
        // It is full; what is typed is still on the page.
      }
    },
    forget,
  }
}
