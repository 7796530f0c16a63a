import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '#ui/language/words.ts'
import { typesQuery } from './holds.api.ts'

/** The types of documents by their names in the language of the person. */
export function useNamedTypes(): { code: string; label: string }[] {
  const language = useLanguage()
  const { data = [] } = useQuery(typesQuery)
  return data
    .map(({ code, name, localized_names }) => ({
      code,
      label: localized_names.find((one) => one.value && one.language_code.startsWith(language))?.value ?? name,
    }))
    .toSorted((left, right) => left.label.localeCompare(right.label, language))
}
