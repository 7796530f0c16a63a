import { NativeSelect, Switch, Text } from '@mantine/core'
import { useId } from 'react'
import { useWords } from '../../app/i18n.ts'
import { useSession } from '../../app/session.ts'
import classes from './Applications.module.css'
import {
  LEVELS,
  type Level,
  levelOf,
  mayGive,
  RESOURCE_GROUPS,
  type ResourceGroup,
  withLevel,
} from './permission-levels.ts'

type PermissionPickerProps = {
  value: string[]
  onChange: (permissions: string[]) => void
  error?: string | undefined
}

/** What an application may do: everything, or a level for each resource. Only what one holds oneself can be given. */
export function PermissionPicker({ value, onChange, error }: PermissionPickerProps) {
  const t = useWords('applications')
  const { admin_permissions: held } = useSession()
  const isEverything = value.includes('*')
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
        checked={isEverything}
        disabled={!held.includes('*')}
        onChange={(event) => onChange(event.currentTarget.checked ? ['*'] : [])}
        mb="md"
      />
      {!isEverything && (
        <div className={classes.groups}>
          {(Object.keys(RESOURCE_GROUPS) as ResourceGroup[]).map((group) => (
            <fieldset key={group} className={classes.group}>
              <Text component="legend" fw={600} size="sm" mb={4}>
                {t(`group.${group}`)}
              </Text>
              {RESOURCE_GROUPS[group].map((resource) => (
                <LevelField
                  key={resource}
                  label={t(`resource.${resource}`)}
                  level={levelOf(value, resource)}
                  may={(level) => mayGive(held, resource, level)}
                  onChange={(level) => onChange(withLevel(value, resource, level))}
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

type LevelFieldProps = { label: string; level: Level; may: (level: Level) => boolean; onChange: (level: Level) => void }

function LevelField({ label, level, may, onChange }: LevelFieldProps) {
  const t = useWords('applications')
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
        data={LEVELS.map((one) => ({ value: one, label: t(`level.${one}`), disabled: one !== level && !may(one) }))}
        onChange={(event) => onChange(event.currentTarget.value as Level)}
      />
    </div>
  )
}
