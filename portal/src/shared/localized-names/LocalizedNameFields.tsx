import { Fieldset, TextInput } from '@mantine/core'
import { LANGUAGES } from '#kernel/language/languages.ts'
import { useLanguage } from '#ui/language/words.ts'

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

/** The name of a language in the language of the person; without its country where that is the usual one. */
export function useLanguageName(): (tag: string) => string {
  const language = useLanguage()
  const names = new Intl.DisplayNames([language], { type: 'language' })
  return (tag) => {
    const usual = LANGUAGES.find((one) => one.tag === tag)
    try {
      const name = names.of(usual?.code ?? tag) ?? tag
      return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
    } catch {
      // Browsers refuse tags for private use, such as x-klingon.
      return tag
    }
  }
}
