import { useMemo } from 'react'
import { useSession } from './session.ts'

/** What somebody typed and did not send yet, kept by this window. */
export type WindowDraft<T> = { read(): T | undefined; keep(value: T): void; forget(): void }

/** The draft of that name of the person who is logged in: nobody else who logs in here finds it. */
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
