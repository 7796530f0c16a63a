import { ActionIcon, Button, Fieldset, Switch, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { formWords } from '#features/requests/words.ts'
import { useSession } from '#kernel/session/session.ts'
import { useLanguageName } from '#shared/localized-names/LocalizedNameFields.tsx'
import { useWords } from '#ui/language/words.ts'
import classes from './builder.module.css'
import { errorOf, type PropertiesProps } from './builder-errors.ts'
import { namesOf, textsOf } from './form-model.ts'

/** What a field may be, and how each choice is called in the languages of the client. */
export function ChoicesField({ field, errors, onChange, disabled }: PropertiesProps) {
  const t = useWords(formWords)
  const choices = field.choices ?? []
  const translated = field.localized_choices ?? []
  const [isTranslating, setTranslating] = useState(translated.length > 0)
  const namesOfChoice = (choice: string) => textsOf(translated.find((one) => one.choice === choice)?.localized_names)

  const rename = (place: number, to: string) =>
    onChange({
      ...field,
      choices: choices.with(place, to),
      localized_choices: translated.map((one) => (one.choice === choices[place] ? { ...one, choice: to } : one)),
    })
  const translate = (choice: string, language: string, text: string) => {
    const localized_names = namesOf({ ...namesOfChoice(choice), [language]: text })
    const others = translated.filter((one) => one.choice !== choice)
    onChange({
      ...field,
      localized_choices: localized_names.length > 0 ? [...others, { choice, localized_names }] : others,
    })
  }
  const wrong = errorOf(errors, field.key, 'choices')
  return (
    <Fieldset legend={t('field.choices')} disabled={disabled}>
      {choices.map((choice, place) => (
        <ChoiceRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a choice is known by its place while it is typed
          key={place}
          number={place + 1}
          choice={choice}
          names={isTranslating ? namesOfChoice(choice) : undefined}
          onRename={(to) => rename(place, to)}
          onTranslate={(language, text) => translate(choice, language, text)}
          onRemove={() => onChange({ ...field, choices: choices.toSpliced(place, 1) })}
        />
      ))}
      {wrong && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {wrong}
        </Text>
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => onChange({ ...field, choices: [...choices, ''] })}
      >
        {t('field.addChoice')}
      </Button>
      <Switch
        mt="sm"
        size="xs"
        label={t('field.translateChoices')}
        checked={isTranslating}
        onChange={(event) => setTranslating(event.currentTarget.checked)}
      />
    </Fieldset>
  )
}

type ChoiceRowProps = {
  number: number
  choice: string
  /** By language; undefined while choices are not translated. */
  names: Record<string, string> | undefined
  onRename: (to: string) => void
  onTranslate: (language: string, text: string) => void
  onRemove: () => void
}

function ChoiceRow({ number, choice, names, onRename, onTranslate, onRemove }: ChoiceRowProps) {
  const t = useWords(formWords)
  const { client } = useSession()
  const languageName = useLanguageName()
  return (
    <div className={classes.choice}>
      <div>
        <TextInput
          aria-label={t('field.choice', { place: number })}
          maxLength={255}
          value={choice}
          onChange={(event) => onRename(event.currentTarget.value)}
        />
        {names &&
          client.languages.map((language) => (
            <TextInput
              key={language}
              mt={4}
              ml="md"
              size="xs"
              lang={language}
              placeholder={languageName(language)}
              aria-label={t('field.choiceIn', { place: number, language: languageName(language) })}
              value={names[language] ?? ''}
              onChange={(event) => onTranslate(language, event.currentTarget.value)}
            />
          ))}
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        mt={4}
        aria-label={t('field.removeChoice', { place: number })}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}
