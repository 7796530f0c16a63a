import { Fieldset, Text, TextInput } from '@mantine/core'
import { useSession } from '#kernel/session/session.ts'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import { useLanguageName } from './LocalizedNameFields.tsx'

type TranslationFieldsProps = {
  /** By language. */
  value: Record<string, string>
  onChange: (value: Record<string, string>) => void
}

/** The name above in each language of the client; where nothing is filled in, readers see the plain name. */
export function TranslationFields({ value, onChange }: TranslationFieldsProps) {
  const t = useWords(uiWords)
  const nameOf = useLanguageName()
  const { languages } = useSession().client
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
          mb="sm"
        />
      ))}
    </Fieldset>
  )
}
