import { en } from '#features/events/words/en.ts'
import { useWords, type WordKey } from '#kernel/language/words.ts'
import { actionOf, resourceOf } from './event-subject.ts'

/** What kind an event is, in words: `employee.created` is "Employee: created". Kinds without words keep their names. */
export function useEventTypeName(): (type: string) => string {
  const t = useWords('events')
  return (type) => {
    const [resource, action] = [resourceOf(type), actionOf(type)]
    if (!(resource in en.resources && action in en.actions)) return type
    const said = (key: string) => t(key as WordKey<'events'>)
    return t('kind', { resource: said(`resources.${resource}`), action: said(`actions.${action}`) })
  }
}
