import { useQuery } from '@tanstack/react-query'
import { distributionWords } from '#features/distributions/words.ts'
import { type EmployeeItem, foundEmployeesQuery } from '#shared/people/employees.api.ts'
import { PersonSearch, useTyped } from '#shared/people/PersonSearch.tsx'
import { useWords } from '#ui/language/words.ts'

type EmployeeSearchProps = { label: string; isBusy: boolean; onChoose: (employee: EmployeeItem) => void }

/** A field that suggests employees whom the manager may see; choosing one is the decision. */
export function EmployeeSearch({ label, isBusy, onChoose }: EmployeeSearchProps) {
  const t = useWords(distributionWords)
  const search = useTyped()
  const found = useQuery({ ...foundEmployeesQuery(search.q), enabled: search.q !== '' })
  return (
    <PersonSearch
      label={label}
      disabled={isBusy}
      onChoose={onChoose}
      words={{ placeholder: t('check.searchHint'), searching: t('check.searching'), nobody: t('check.nobody') }}
      search={search}
      found={found}
      detailOf={({ technical_id, organizations }) =>
        [technical_id, ...organizations.map(({ name }) => name)].join(' · ')
      }
    />
  )
}
