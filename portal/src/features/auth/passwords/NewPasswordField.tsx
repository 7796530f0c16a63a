import { Progress, Text } from '@mantine/core'
import { type ReactNode, type Ref, useId } from 'react'
import { passwordWords } from '#features/auth/words.ts'
import { useWords } from '#ui/language/words.ts'
import { PasswordField } from './PasswordField.tsx'
import { MIN_CHARACTERS, type Strength, strengthOf } from './password-strength.ts'

type NewPasswordFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  error?: ReactNode
  /** Whose password it is. */
  email?: string | undefined
  ref?: Ref<HTMLInputElement>
}

const LOOKS: Record<Strength, { percent: number; color: string }> = {
  short: { percent: 10, color: 'red' },
  weak: { percent: 35, color: 'orange' },
  fair: { percent: 65, color: 'yellow' },
  strong: { percent: 100, color: 'teal' },
}

/** A new password, with how hard it is to guess. */
export function NewPasswordField({ label, value, onChange, error, email, ref }: NewPasswordFieldProps) {
  const t = useWords(passwordWords)
  const id = useId()
  const strength = strengthOf(value, email)
  const { percent, color } = LOOKS[strength]
  const advice = () => {
    if (value === '') return t('strength.hint')
    return strength === 'short'
      ? t('strength.short', { count: MIN_CHARACTERS - value.length })
      : t(`strength.${strength}`)
  }
  return (
    <div>
      <PasswordField
        {...(ref ? { ref } : {})}
        label={label}
        name="new-password"
        autoComplete="new-password"
        maxLength={200}
        value={value}
        onChange={onChange}
        error={error}
        aria-describedby={id}
      />
      <Progress
        value={value === '' ? 0 : percent}
        color={color}
        size="xs"
        mt={8}
        aria-label={t('strength.label')}
        transitionDuration={150}
      />
      <Text id={id} size="sm" c="dimmed" mt={4} aria-live="polite">
        {advice()}
      </Text>
    </div>
  )
}
