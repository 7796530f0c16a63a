import { useCallback } from 'react'
import { useSession } from '#kernel/session/session.ts'
import { toNames, type Value } from './datasets.api.ts'

type Named = { name: string; localized_names: Value['localized_names'] }

/** What a data set, a level or a value is called in the language of the person, else in the first that there is. */
export function useName(): (one: Named) => string {
  const { person, client } = useSession()
  const languages = [person.language ?? '', ...client.languages].join(' ')
  return useCallback(
    ({ name, localized_names }) => {
      const names = toNames(localized_names)
      const known = languages.split(' ').find((language) => names[language])
      return (known && names[known]) || name
    },
    [languages],
  )
}
