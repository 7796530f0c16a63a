import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { type Ref, useState } from 'react'
import { passwordWords } from '#features/auth/words.ts'
import { useWords } from '#ui/language/words.ts'

type PasswordFieldProps = Pick<
  PasswordInputProps,
  'label' | 'name' | 'autoComplete' | 'maxLength' | 'value' | 'error' | 'aria-describedby'
> & {
  onChange: (value: string) => void
  ref?: Ref<HTMLInputElement>
}

/** A password, which can be shown while it is typed. */
export function PasswordField({ onChange, ...others }: PasswordFieldProps) {
  const t = useWords(passwordWords)
  const [isShown, setShown] = useState(false)
  return (
    <PasswordInput
      {...others}
      size="md"
      onChange={(event) => onChange(event.currentTarget.value)}
      visible={isShown}
      onVisibilityChange={setShown}
      visibilityToggleButtonProps={{ 'aria-label': t(isShown ? 'hide' : 'show'), tabIndex: 0 }}
    />
  )
}
