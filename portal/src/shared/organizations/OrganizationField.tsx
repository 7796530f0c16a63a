import { type ComboboxItem, MultiSelect, type OptionsFilter, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { describeError } from '#ui/feedback/describe-error.ts'
import { useWords } from '#ui/language/words.ts'
import { foldText } from '#ui/text/fold-text.ts'
import { uiWords } from '#ui/words.ts'
import { type TreeOrganization, treeOf } from './organization-tree.ts'
import { type PerimeterOrganization, type PerimeterPermission, treeQuery, usePerimeter } from './organizations.api.ts'
import classes from './organizations.module.css'

type FieldProps = {
  label: string
  description?: string
  placeholder?: string
  error?: ReactNode
  disabled?: boolean
  required?: boolean
  clearable?: boolean
  'aria-label'?: string
}

/** Not more at once: typing narrows the list. */
const MAX_SHOWN = 200

function useOptions(organizations: readonly TreeOrganization[] | undefined, excluded: ReadonlySet<string>) {
  return useMemo(() => {
    const tree = treeOf([...(organizations ?? [])])
    const lines = tree.lines(() => true).filter(({ organization }) => !excluded.has(organization.code))
    const levels = new Map(lines.map(({ organization, level }) => [organization.code, level]))
    const textOf = (code: string) => foldText([...tree.pathOf(code).map(({ name }) => name), code].join(' '))
    const texts = new Map(lines.map(({ organization: { code } }) => [code, textOf(code)]))
    const filter: OptionsFilter = ({ options, search, limit }) =>
      (options as ComboboxItem[]).filter(({ value }) => texts.get(value)?.includes(foldText(search))).slice(0, limit)
    const renderOption = ({ option }: { option: ComboboxItem }) => (
      <span style={{ paddingInlineStart: `${(levels.get(option.value) ?? 1) - 1}rem` }}>
        {option.label} <span className={classes.code}>{option.value}</span>
      </span>
    )
    const options = lines.map(({ organization: { code, name } }) => ({ value: code, label: name }))
    return { options, filter, renderOption }
  }, [organizations, excluded])
}

const NONE: ReadonlySet<string> = new Set()

type OneProps = FieldProps & {
  value: string | null
  onChange: (value: string | null) => void
  excluded?: ReadonlySet<string>
}

/** One organization, chosen from the tree; typing finds it by name, code, or what lies above. */
export function OrganizationField({ value, onChange, excluded = NONE, ...others }: OneProps) {
  const t = useWords(uiWords)
  const { data, isPending, error } = useQuery(treeQuery)
  const { options, filter, renderOption } = useOptions(data, excluded)
  return (
    <Select
      {...others}
      data={withUnknown(options, value === null ? [] : [value])}
      value={value}
      onChange={onChange}
      error={others.error ?? (error && describeError(error, t))}
      disabled={others.disabled || isPending}
      filter={filter}
      renderOption={renderOption}
      limit={MAX_SHOWN}
      searchable
      nothingFoundMessage={t('nothingFound')}
    />
  )
}

type ManyProps = FieldProps & { value: string[]; onChange: (value: string[]) => void }

/** Several organizations of the whole client, in the same way. */
export function OrganizationsField(props: ManyProps) {
  const { data, isPending, error } = useQuery(treeQuery)
  return <TreeMultiSelect {...props} organizations={data} isPending={isPending} failure={error} />
}

/** Several organizations of those in which a manager may do something. */
export function PerimeterOrganizationsField({
  permission,
  onChange,
  ...others
}: ManyProps & { permission: PerimeterPermission }) {
  const [text, setText] = useState('')
  // A name that a search found stays known when the next search does not find it.
  const [chosen, setChosen] = useState<PerimeterOrganization[]>([])
  const { loaded, found, isPending, error } = usePerimeter(permission, text)
  const organizations = useMemo(
    () => [...new Map([...(loaded ?? []), ...(found ?? []), ...chosen].map((one) => [one.code, one])).values()],
    [loaded, found, chosen],
  )
  const choose = (codes: string[]) => {
    setChosen(organizations.filter(({ code }) => codes.includes(code)))
    onChange(codes)
  }
  return (
    <TreeMultiSelect
      {...others}
      onChange={choose}
      onSearchChange={setText}
      organizations={organizations}
      isPending={isPending}
      failure={error}
    />
  )
}

type TreeMultiSelectProps = ManyProps & {
  organizations: readonly TreeOrganization[] | undefined
  isPending: boolean
  failure: unknown
  onSearchChange?: (text: string) => void
}

function TreeMultiSelect({ organizations, isPending, failure, value, ...others }: TreeMultiSelectProps) {
  const t = useWords(uiWords)
  const { options, filter, renderOption } = useOptions(organizations, NONE)
  return (
    <MultiSelect
      {...others}
      data={withUnknown(options, value)}
      value={value}
      error={others.error ?? (failure ? describeError(failure, t) : undefined)}
      disabled={others.disabled || isPending}
      filter={filter}
      renderOption={renderOption}
      limit={MAX_SHOWN}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('nothingFound')}
    />
  )
}

/** What was chosen before stays shown, also when it is not among the choices. */
function withUnknown(options: { value: string; label: string }[], chosen: string[]) {
  const known = new Set(options.map(({ value }) => value))
  return [...options, ...chosen.filter((code) => !known.has(code)).map((code) => ({ value: code, label: code }))]
}
