import { Fieldset, TextInput } from '@mantine/core'
import { useLanguage, useWords } from '#kernel/language/words.ts'

type LocalizedNameFieldsProps = {
  /** Of the group: "Name". */
  label: string
  /** Languages of the client: `en-us`, `fr-fr` … */
  languages: string[]
  value: Record<string, string>
  onChange: (value: Record<string, string>) => void
  /** By language. */
  errors?: Record<string, string | undefined>
  required?: boolean
}

/** One text field for each language of the client. */
export function LocalizedNameFields({
  label,
  languages,
  value,
  onChange,
  errors = {},
  required = false,
}: LocalizedNameFieldsProps) {
  const nameOf = useLanguageName()
  return (
    <Fieldset legend={label}>
      {languages.map((language) => (
        <TextInput
          key={language}
          label={nameOf(language)}
          lang={language}
          value={value[language] ?? ''}
          onChange={(event) => onChange({ ...value, [language]: event.currentTarget.value })}
          error={errors[language]}
          required={required}
          mb="sm"
        />
      ))}
    </Fieldset>
  )
}

/** The name of a language in the language of the person. */
export function useLanguageName(): (tag: string) => string {
  const t = useWords('ui')
  const language = useLanguage()
  const names = new Intl.DisplayNames([language], { type: 'language' })
  return (tag) => {
    if (tag === 'en-us' || tag === 'fr-fr') return t(`languages.${tag}`)
    try {
      return names.of(tag) ?? tag
    } catch {
      // Browsers refuse tags for private use, such as x-klingon.
      return tag
    }
  }
}
