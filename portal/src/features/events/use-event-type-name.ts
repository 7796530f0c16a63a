import { useKnownWord, useWords } from '#ui/language/words.ts'
import { actionOf, resourceOf } from './event-subject.ts'
import { eventWords } from './words.ts'

/** What kind an event is, in words: `employee.created` is "Employee: created". Kinds without words keep their names. */
export function useEventTypeName(): (type: string) => string {
  const t = useWords(eventWords)
  const knownWord = useKnownWord(eventWords)
  return (type) => {
    const resource = knownWord(`resources.${resourceOf(type)}`)
    const action = knownWord(`actions.${actionOf(type)}`)
    return resource === undefined || action === undefined ? type : t('kind', { resource, action })
  }
}
