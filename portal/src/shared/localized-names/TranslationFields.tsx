import { Fieldset, Text, TextInput } from '@mantine/core'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import { useLanguageName } from './LocalizedNameFields.tsx'

type TranslationFieldsProps = {
  /** Languages of the client: `en-us`, `fr-fr` … */
  languages: string[]
  /** By language. */
  value: Record<string, string>
  onChange: (value: Record<string, string>) => void
  disabled?: boolean
}

/** The name above in each language of the client; where nothing is filled in, readers see the plain name. */
export function TranslationFields({ languages, value, onChange, disabled = false }: TranslationFieldsProps) {
  const t = useWords(uiWords)
  const nameOf = useLanguageName()
  if (languages.length < 2) return null
  return (
    <Fieldset legend={t('translations.title')} mt="md">
      <Text size="sm" c="dimmed" mb="sm">
        {t('translations.hint')}
      </Text>
      {languages.map((language) => (
        <TextInput
          key={language}
          label={nameOf(language)}
          lang={language}
          maxLength={255}
          value={value[language] ?? ''}
          onChange={(event) => onChange({ ...value, [language]: event.currentTarget.value })}
          disabled={disabled}
          mb="sm"
        />
      ))}
    </Fieldset>
  )
}
