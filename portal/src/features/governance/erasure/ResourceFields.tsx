import { Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { foundDocumentsQuery } from '#features/governance/holds/holds.api.ts'
import { erasureWords } from '#features/governance/words.ts'
import type { UseFormReturnType } from '#kernel/api/use-form.ts'
import { EmployeeField } from '#shared/people/EmployeeField.tsx'
import { useTyped } from '#shared/people/PersonSearch.tsx'
import { useWords } from '#ui/language/words.ts'
import { type DeletionValues, KINDS, withKind } from './deletion-form.ts'
import { type DeletionType, foundRequestsQuery } from './erasure.api.ts'

/** What is to be erased: a person, or one thing. */
export function ResourceFields({ form }: { form: UseFormReturnType<DeletionValues> }) {
  const t = useWords(erasureWords)
  const { resource_type, resource_id } = form.values
  const field = {
    value: resource_id,
    onChange: (id: string | null) => {
      form.setFieldValue('resource_id', id)
      form.clearFieldError('resource_id')
    },
    error: form.errors.resource_id,
  }
  return (
    <Stack>
      <Select
        label={t('form.kind')}
        data={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        value={resource_type}
        allowDeselect={false}
        onChange={(kind) => form.setValues(withKind(form.values, kind as DeletionType))}
      />
      {resource_type === 'employee' && <EmployeeField {...field} />}
      {resource_type === 'request' && <RequestField {...field} />}
      {resource_type === 'employee_document' && <DocumentField key="employee" kind="employee" {...field} />}
      {resource_type === 'company_document' && <DocumentField key="company" kind="company" {...field} />}
    </Stack>
  )
}

type FieldProps = { value: string | null; onChange: (id: string | null) => void; error: React.ReactNode }
type Option = { value: string; label: string }

function DocumentField({ kind, ...field }: FieldProps & { kind: 'employee' | 'company' }) {
  const t = useWords(erasureWords)
  const search = useTyped()
  const { data = [], isFetching } = useQuery(foundDocumentsQuery(search.q, [kind]))
  const found = data.map(({ id, title, owner }) => ({ value: id, label: [title, owner].filter(Boolean).join(' · ') }))
  const words = { label: t('form.document'), placeholder: t('form.documentPlaceholder') }
  return <SearchedChoice {...field} {...words} found={found} isSearching={isFetching} onType={search.setTyped} />
}

function RequestField(field: FieldProps) {
  const t = useWords(erasureWords)
  const search = useTyped()
  const { data = [], isFetching } = useQuery(foundRequestsQuery(search.q))
  const found = data.map(({ id, subject }) => ({ value: String(id), label: `${subject} · ${id}` }))
  const words = { label: t('form.request'), placeholder: t('form.requestPlaceholder') }
  return <SearchedChoice {...field} {...words} found={found} isSearching={isFetching} onType={search.setTyped} />
}

type SearchedProps = FieldProps & {
  label: string
  placeholder: string
  found: Option[]
  isSearching: boolean
  onType: (text: string) => void
}

/** One thing out of too many to list: typing asks the server. */
function SearchedChoice({ value, onChange, found, isSearching, onType, ...others }: SearchedProps) {
  const t = useWords(erasureWords)
  const [chosen, choose] = useState<Option>()
  const options = new Map(found.map((one) => [one.value, one]))
  if (value !== null)
    options.set(value, chosen?.value === value ? chosen : (options.get(value) ?? { value, label: value }))
  return (
    <Select
      {...others}
      data={[...options.values()]}
      // The server has looked already.
      filter={({ options: all }) => all}
      value={value}
      onChange={(id) => {
        choose(id === null ? undefined : options.get(id))
        onChange(id)
      }}
      // The field repeats what was chosen; that is not a search.
      onSearchChange={(text) => onType(text === chosen?.label ? '' : text)}
      searchable
      required
      nothingFoundMessage={isSearching ? t('form.searching') : t('form.nothingFound')}
    />
  )
}
