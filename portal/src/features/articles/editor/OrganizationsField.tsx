import { type ComboboxItem, MultiSelect, type OptionsFilter } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { articleWords } from '#features/articles/words.ts'
import { useSession } from '#kernel/session/session.ts'
import { useWords } from '#ui/language/words.ts'
import { organizationsQuery } from './editor.api.ts'
import classes from './editor.module.css'
import { treeOf } from './organization-tree.ts'

type OrganizationsFieldProps = { value: string[]; onChange: (value: string[]) => void; error?: string | undefined }

/** Organizations, chosen from their tree; typing finds them by name, code, or what lies above. */
export function OrganizationsField({ value, onChange, error }: OrganizationsFieldProps) {
  const t = useWords(articleWords)
  const { data, isPending } = useQuery(organizationsQuery(useSession()))
  const tree = useMemo(() => treeOf(data ?? []), [data])
  const byCode = useMemo(() => new Map(tree.map((one) => [one.code, one])), [tree])
  // What was chosen before stays chosen, also when it cannot be chosen any more.
  const unknown = value.filter((code) => !byCode.has(code))
  const options = [...tree, ...unknown.map((code) => ({ code, name: code, level: 0, path: code }))]
  const filter: OptionsFilter = ({ options: all, search }) => {
    const words = plain(search)
    return (all as ComboboxItem[]).filter((one) =>
      plain(`${byCode.get(one.value)?.path ?? one.label} ${one.value}`).includes(words),
    )
  }
  return (
    <MultiSelect
      label={t('edit.organizations')}
      description={t('edit.organizationsHint')}
      data={options.map(({ code, name }) => ({ value: code, label: name }))}
      value={value}
      onChange={onChange}
      error={error}
      disabled={isPending}
      searchable
      clearable
      hidePickedOptions
      filter={filter}
      limit={200}
      maxDropdownHeight={320}
      renderOption={({ option }) => (
        <span className={classes.indented} style={{ paddingInlineStart: `${byCode.get(option.value)?.level ?? 0}rem` }}>
          {option.label} <span className={classes.code}>{option.value}</span>
        </span>
      )}
    />
  )
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
