import { TextInput } from '@mantine/core'
import type { Ref } from 'react'

type EmailFieldProps = {
  label: string
  value: string
  onChange: (email: string) => void
  onBlur?: () => void
  error: string | undefined
  ref: Ref<HTMLInputElement>
}

/** The log-in address. */
export function EmailField({ onChange, ...others }: EmailFieldProps) {
  return (
    <TextInput
      {...others}
      type="email"
      name="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      size="md"
      onChange={(event) => onChange(event.currentTarget.value)}
      data-autofocus
    />
  )
}
