import { type ComboboxItem, MultiSelect, type OptionsFilter, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { foldText } from '#ui/text/fold-text.ts'
import { treeOf } from './organization-tree.ts'
import { treeQuery } from './organizations.api.ts'
import classes from './organizations.module.css'

type FieldProps = {
  label: string
  description?: string
  placeholder?: string
  error?: React.ReactNode
  disabled?: boolean
  required?: boolean
  'aria-label'?: string
}

/** Not more at once: typing narrows the list. */
const MAX_SHOWN = 200

function useOptions(excluded: ReadonlySet<string>) {
  const { data, isPending } = useQuery(treeQuery)
  return useMemo(() => {
    const tree = treeOf(data ?? [])
    const lines = tree.lines(() => true).filter(({ organization }) => !excluded.has(organization.code))
    const levels = new Map(lines.map(({ organization, level }) => [organization.code, level]))
    const texts = new Map(
      lines.map(({ organization: { code } }) => [
        code,
        foldText(
          `${tree
            .pathOf(code)
            .map(({ name }) => name)
            .join(' ')} ${code}`,
        ),
      ]),
    )
    const filter: OptionsFilter = ({ options, search, limit }) =>
      (options as ComboboxItem[]).filter(({ value }) => texts.get(value)?.includes(foldText(search))).slice(0, limit)
    const renderOption = ({ option }: { option: ComboboxItem }) => (
      <span style={{ paddingInlineStart: `${(levels.get(option.value) ?? 1) - 1}rem` }}>
        {option.label} <span className={classes.code}>{option.value}</span>
      </span>
    )
    const options = lines.map(({ organization: { code, name } }) => ({ value: code, label: name }))
    return { options, filter, renderOption, isPending }
  }, [data, isPending, excluded])
}

const NONE: ReadonlySet<string> = new Set()

type OneProps = FieldProps & {
  value: string | null
  onChange: (value: string | null) => void
  excluded?: ReadonlySet<string>
  clearable?: boolean
}

/** One organization, chosen from the tree; typing finds it by name, code, or what lies above. */
export function OrganizationField({ value, onChange, excluded = NONE, clearable = false, ...others }: OneProps) {
  const { options, filter, renderOption, isPending } = useOptions(excluded)
  return (
    <Select
      {...others}
      data={withUnknown(options, value === null ? [] : [value])}
      value={value}
      onChange={onChange}
      disabled={others.disabled || isPending}
      filter={filter}
      renderOption={renderOption}
      limit={MAX_SHOWN}
      searchable
      clearable={clearable}
    />
  )
}

type ManyProps = FieldProps & { value: string[]; onChange: (value: string[]) => void }

/** Several organizations, in the same way. */
export function OrganizationsField({ value, onChange, ...others }: ManyProps) {
  const { options, filter, renderOption, isPending } = useOptions(NONE)
  return (
    <MultiSelect
      {...others}
      data={withUnknown(options, value)}
      value={value}
      onChange={onChange}
      disabled={others.disabled || isPending}
      filter={filter}
      renderOption={renderOption}
      limit={MAX_SHOWN}
      searchable
      hidePickedOptions
    />
  )
}

/** What was chosen before stays shown, also when it is not among the choices. */
function withUnknown(options: { value: string; label: string }[], chosen: string[]) {
  const known = new Set(options.map(({ value }) => value))
  return [...options, ...chosen.filter((code) => !known.has(code)).map((code) => ({ value: code, label: code }))]
}
