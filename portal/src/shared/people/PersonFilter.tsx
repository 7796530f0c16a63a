import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, unwrap } from '#kernel/api/api.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { fullName, useSession } from '#kernel/session/session.ts'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import { peopleWords } from './words.ts'

const TYPING_MS = 200

const peopleQuery = (q: string) => ({
  queryKey: ['people', 'found', q],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    unwrap(api.GET('/portal/api/admin/people', { params: { query: { per_page: 20, ...(q ? { q } : {}) } }, signal })),
  staleTime: 60_000,
})

type PersonFilterProps = { label: string; value: string | undefined; onChange: (id: string | undefined) => void }

/** A filter by a person, who is found by name. What is filtered by an id that no person has is shown by it. */
export function PersonFilter({ label, value, onChange }: PersonFilterProps) {
  const t = useWords(peopleWords)
  const ui = useWords(uiWords)
  const enabled = mayAdmin(useSession(), 'users:read')
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), TYPING_MS)
  const { data: found = [] } = useQuery({ ...peopleQuery(q), enabled, placeholderData: keepPreviousData })
  const { data: chosen = [] } = useQuery({ ...peopleQuery(value ?? ''), enabled: enabled && value !== undefined })
  const names = new Map(value === undefined ? [] : [[value, value]])
  for (const one of [...found, ...chosen.filter(({ technical_id }) => technical_id === value)]) {
    names.set(one.technical_id, `${fullName(one)} · ${one.technical_id}`)
  }
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={[...names].map(([id, name]) => ({ value: id, label: name }))}
      value={value ?? null}
      onChange={(id) => onChange(id ?? undefined)}
      searchable
      onSearchChange={(text) => setTyped(text.includes(' · ') ? '' : text)}
      filter={({ options }) => options}
      nothingFoundMessage={t('nobody')}
      clearable
      clearButtonProps={{ 'aria-label': ui('filters.remove', { name: label }) }}
    />
  )
}
