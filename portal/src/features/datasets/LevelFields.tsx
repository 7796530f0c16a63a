import { Button, CloseButton, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { LocalizedNameFields } from '#shared/localized-names/LocalizedNameFields.tsx'
import { useWords } from '#ui/language/words.ts'
import type { Names } from './datasets.api.ts'
import classes from './datasets.module.css'
import { datasetWords } from './words.ts'

export type Level = { id: string; names: Names; isNew: boolean }

const MAX_LEVELS = 10
export const isLevelId = (id: string) => /^[A-Za-z0-9_-]{1,100}$/.test(id)

type LevelFieldsProps = {
  levels: Level[]
  onChange: (levels: Level[]) => void
  languages: string[]
  /** Whether what is missing is said. */
  isChecked: boolean
}

/** The levels of a data set, from the top down; those that there are can be renamed, others come below. */
export function LevelFields({ levels, onChange, languages, isChecked }: LevelFieldsProps) {
  const t = useWords(datasetWords)
  return (
    <div className={classes.fields}>
      {levels.map((level, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: levels never change their places
        <div key={index} className={classes.level}>
          <div className={classes.levelHead}>
            <Text component="span" fw={600}>
              {t('levels.level', { number: index + 1 })}
            </Text>
            {level.isNew && levels.length > 1 && (
              <CloseButton
                aria-label={t('levels.remove', { number: index + 1 })}
                onClick={() => onChange(levels.toSpliced(index, 1))}
              />
            )}
          </div>
          <TextInput
            label={t('levels.id')}
            description={level.isNew ? t('levels.idHint') : undefined}
            value={level.id}
            readOnly={!level.isNew}
            maxLength={100}
            error={isChecked && !isLevelId(level.id) ? t('levels.idWrong') : undefined}
            onChange={(event) => onChange(levels.with(index, { ...level, id: event.currentTarget.value.trim() }))}
          />
          <LocalizedNameFields
            label={t('levels.names')}
            languages={languages}
            value={level.names}
            onChange={(names) => onChange(levels.with(index, { ...level, names }))}
          />
        </div>
      ))}
      {levels.length < MAX_LEVELS && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onChange([...levels, { id: '', names: {}, isNew: true }])}
        >
          {t('levels.add')}
        </Button>
      )}
    </div>
  )
}
