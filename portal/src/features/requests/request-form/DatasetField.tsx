import { Fieldset, Text } from '@mantine/core'
import classes from '#features/requests/requests.module.css'
import { requestWords } from '#features/requests/words.ts'
import { useWords } from '#ui/language/words.ts'
import type { Labels } from './form-draft.ts'
import { depthOf, type FieldToFill } from './form-values.ts'
import { ValueSelect } from './ValueSelect.tsx'
import { type OfferedValue, useValueSource } from './value-source.ts'

type DatasetFieldProps = {
  field: FieldToFill
  value: string
  /** The value of the field that this one depends on. */
  parent: string
  parentLabel: string | undefined
  labels: Labels
  onChange: (path: string | undefined) => void
  onLabel: (path: string, label: string) => void
  error?: string | undefined
  disabled?: boolean
}

/** A value of a data set: one list for each level, each of what lies below the choice above; or a search through all. */
export function DatasetField(props: DatasetFieldProps) {
  const { field, value, parent, parentLabel, labels, onChange, onLabel, error, disabled = false } = props
  const t = useWords(requestWords)
  const source = useValueSource()
  if (!field.dataset) return null
  const { id: dataset, levels } = field.dataset
  const isWaiting = field.depends_on !== null && parent === ''
  const choices = choicesIn({ levels, value, parent, labels })

  const choose = (level: number) => (chosen: OfferedValue | undefined) => {
    if (chosen) {
      remember(chosen)
      onChange(chosen.value)
    } else onChange(level === 0 ? undefined : choices[level]?.below)
  }
  const remember = ({ value: path, label, above: names }: OfferedValue) => {
    const codes = path.split('.')
    for (const [index, name] of names.entries()) onLabel(codes.slice(0, index + 1).join('.'), name)
    onLabel(path, label)
  }
  const hint = isWaiting && parentLabel ? t('field.first', { field: parentLabel }) : undefined
  const lists = choices.map(({ dimension, name, below, path, label, isOpen }, level) => (
    <ValueSelect
      key={dimension}
      label={levels.length === 1 ? field.label : name}
      source={source}
      dataset={dataset}
      dimension={dimension}
      parent={below || undefined}
      value={path}
      valueLabel={label}
      onChoose={choose(level)}
      required={field.required && (level === 0 || field.dataset?.is_last_needed === true)}
      disabled={disabled || isWaiting || !isOpen}
      {...(levels.length === 1 ? { error, description: hint } : {})}
    />
  ))
  if (levels.length === 1) return lists[0]
  return (
    <Fieldset legend={`${field.label}${field.required ? ' *' : ''}`} disabled={disabled}>
      {!isWaiting && field.depends_on === null && (
        <QuickSearch field={field} onChoose={choose(0)} disabled={disabled} />
      )}
      {hint && (
        <Text size="sm" c="dimmed" mb="xs">
          {hint}
        </Text>
      )}
      <div className={classes.levels}>{lists}</div>
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" mt="xs" role="alert">
          {error}
        </Text>
      )}
    </Fieldset>
  )
}

type Levels = NonNullable<FieldToFill['dataset']>['levels']
type Given = { levels: Levels; value: string; parent: string; labels: Labels }

/** What is chosen on each level, and below which value; a level is open once something is chosen on the one above. */
function choicesIn({ levels, value, parent, labels }: Given) {
  const steps = value === '' ? [] : value.split('.')
  const above = depthOf(parent)
  const pathOf = (depth: number) => steps.slice(0, depth).join('.')
  return levels.map(({ dimension, name }, level) => {
    const depth = above + level
    const isChosen = steps.length > depth
    const path = isChosen ? pathOf(depth + 1) : ''
    const label = isChosen ? (labels[path] ?? steps[depth] ?? '') : ''
    const below = level === 0 ? parent : pathOf(depth)
    return { dimension, name, below, path, label, isOpen: level === 0 || steps.length >= depth }
  })
}

type QuickSearchProps = {
  field: FieldToFill
  onChoose: (chosen: OfferedValue | undefined) => void
  disabled: boolean
}

/** A search through all levels at once. */
function QuickSearch({ field, onChoose, disabled }: QuickSearchProps) {
  const t = useWords(requestWords)
  const source = useValueSource()
  if (!field.dataset) return null
  const { id, levels, is_last_needed } = field.dataset
  return (
    <div className={classes.quick}>
      <ValueSelect
        label={`${field.label}: ${t('field.quick')}`}
        hideLabel
        source={source}
        dataset={id}
        dimension={is_last_needed ? levels.at(-1)?.dimension : undefined}
        value=""
        valueLabel=""
        placeholder={t('field.quick')}
        onChoose={onChoose}
        disabled={disabled}
      />
    </div>
  )
}
