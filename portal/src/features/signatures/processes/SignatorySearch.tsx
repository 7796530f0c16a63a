import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { signatureDraftWords } from '#features/signatures/words.ts'
import { PersonSearch, useTyped } from '#shared/people/PersonSearch.tsx'
import { useWords } from '#ui/language/words.ts'
import { type Person, peopleQuery } from './processes.api.ts'

type SignatorySearchProps = {
  label: string
  type: 'user' | 'employee'
  onChoose: (person: Person) => void
  error?: ReactNode
  description?: string
}

/** A field that suggests people whom the manager may ask. */
export function SignatorySearch({ type, ...props }: SignatorySearchProps) {
  const t = useWords(signatureDraftWords)
  const search = useTyped()
  const found = useQuery(peopleQuery(type, search.q))
  return (
    <PersonSearch
      {...props}
      words={{ placeholder: t('people.search'), searching: t('people.searching'), nobody: t('people.nobody') }}
      search={search}
      found={found}
      detailOf={({ technical_id, email }) => [technical_id, email].filter(Boolean).join(' · ')}
    />
  )
}
