import { useMemo } from 'react'
import { useSession } from './session.ts'
import { storedDraft, type WindowDraft } from './stored-draft.ts'

/** The draft of that name of the logged-in person; other people who log in here do not see it. */
export function useWindowDraft<T>(name: string): WindowDraft<T> {
  const { client, person } = useSession()
  const key = JSON.stringify(['dossier-draft', client.id, person.scope, person.technical_id, name])
  return useMemo(() => storedDraft(key), [key])
}
