import { NativeSelect, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { applicationWords } from '#features/auth/words.ts'
import { isEverything } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { useKnownWord, useWords } from '#ui/language/words.ts'
import classes from './Applications.module.css'
import { issuableQuery } from './applications.api.ts'
import { grouped, type Level, levelOf, levelsOf, mayGive, withLevel } from './permission-levels.ts'

type PermissionPickerProps = {
  value: string[]
  onChange: (permissions: string[]) => void
  error?: string | undefined
}

/** What an application may do: everything, or a level for each resource. Only what one holds oneself can be given. */
export function PermissionPicker({ value, onChange, error }: PermissionPickerProps) {
  const t = useWords(applicationWords)
  const knownWord = useKnownWord(applicationWords)
  const { admin_permissions: held } = useSession()
  const { data: issuable = [] } = useQuery(issuableQuery)
  const isForEverything = isEverything(value)
  /** One that this page has no word for yet is called what the API calls it. */
  const nameOf = (resource: string) => knownWord(`resource.${resource}`) ?? resource
  return (
    <div>
      <Text fw={600} size="sm">
        {t('form.permissions')}
      </Text>
      <Text size="sm" c="dimmed" mb="sm">
        {t('form.permissionsHint')}
      </Text>
      <Switch
        label={t('form.everything')}
        description={t('form.everythingHint')}
        checked={isForEverything}
        disabled={!isEverything(held)}
        onChange={(event) => onChange(event.currentTarget.checked ? ['*'] : [])}
        mb="md"
      />
      {!isForEverything && (
        <div className={classes.groups}>
          {grouped(issuable).map(([group, members]) => (
            <fieldset key={group} className={classes.group}>
              <Text component="legend" fw={600} size="sm" mb={4}>
                {t(`group.${group}`)}
              </Text>
              {members.map((one) => (
                <LevelField
                  key={one.resource}
                  label={nameOf(one.resource)}
                  levels={levelsOf(one)}
                  level={levelOf(value, one)}
                  may={(level) => mayGive(held, one.resource, level)}
                  onChange={(level) => onChange(withLevel(value, one.resource, level))}
                />
              ))}
            </fieldset>
          ))}
        </div>
      )}
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {error}
      </Text>
    </div>
  )
}

type LevelFieldProps = {
  label: string
  levels: Level[]
  level: Level
  may: (level: Level) => boolean
  onChange: (level: Level) => void
}

function LevelField({ label, levels, level, may, onChange }: LevelFieldProps) {
  const t = useWords(applicationWords)
  const id = useId()
  return (
    <div className={classes.resource}>
      <Text component="label" size="sm" htmlFor={id}>
        {label}
      </Text>
      <NativeSelect
        id={id}
        size="xs"
        value={level}
        data={levels.map((one) => ({ value: one, label: t(`level.${one}`), disabled: one !== level && !may(one) }))}
        onChange={(event) => onChange(event.currentTarget.value as Level)}
      />
    </div>
  )
}
