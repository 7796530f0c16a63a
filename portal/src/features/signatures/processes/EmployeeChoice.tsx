import { CloseButton, Input } from '@mantine/core'
import classes from '#features/signatures/drafts/wizard.module.css'
import { signatureDraftWords } from '#features/signatures/words.ts'
import { fullName } from '#kernel/session/session.ts'
import { useWords } from '#ui/language/words.ts'
import { SignatorySearch } from './SignatorySearch.tsx'

type Employee = { technical_id: string; name: string }
type EmployeeChoiceProps = {
  label: string
  value: Employee | null
  onChange: (employee: Employee | null) => void
  error?: string | undefined
  description?: string
}

/** One employee: found by typing, shown with a way to take another. */
export function EmployeeChoice({ label, value, onChange, error, description }: EmployeeChoiceProps) {
  const t = useWords(signatureDraftWords)
  if (!value) {
    return (
      <SignatorySearch
        label={label}
        type="employee"
        onChoose={(person) => onChange({ technical_id: person.technical_id, name: fullName(person) })}
        error={error}
        {...(description ? { description } : {})}
      />
    )
  }
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error}>
      <div className={classes.employee}>
        <span className={classes.grow}>
          {value.name} <span className={classes.faint}>· {value.technical_id}</span>
        </span>
        <CloseButton aria-label={t('people.clear', { name: value.name })} onClick={() => onChange(null)} />
      </div>
    </Input.Wrapper>
  )
}
