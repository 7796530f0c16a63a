import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { fetchOrganizations } from '#features/documents/folders/folders.api.ts'
import { folderWords } from '#features/documents/words.ts'
import { useSearched } from '#shared/people/employees.api.ts'
import { useWords } from '#ui/language/words.ts'

type OrganizationsFieldProps = { value: string[]; onChange: (codes: string[]) => void; error?: ReactNode }

/** Organizations under which a company document is filed. */
export function OrganizationsField({ value, onChange, error }: OrganizationsFieldProps) {
  const t = useWords(folderWords)
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text, 200)
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())
  const found = useSearched(['filing organizations'], asked, (q, signal) =>
    fetchOrganizations({ permission: 'company_documents:write', ...(q === '' ? {} : { q }) }, signal),
  ).data
  const labels = new Map([...known, ...(found ?? []).map((one) => [one.code, one.name] as const)])
  const choose = (codes: string[]) => {
    setKnown(new Map(codes.map((code) => [code, labels.get(code) ?? code])))
    onChange(codes)
  }
  return (
    <MultiSelect
      label={t('documents.organizations')}
      data={[...labels].map(([code, label]) => ({ value: code, label }))}
      value={value}
      onChange={choose}
      searchable
      onSearchChange={setText}
      nothingFoundMessage={t('organizations.none')}
      required
      error={error}
    />
  )
}
