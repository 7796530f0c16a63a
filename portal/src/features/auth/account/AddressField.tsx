import { TextInput, type TextInputProps } from '@mantine/core'

type AddressFieldProps = Pick<TextInputProps, 'label' | 'autoComplete' | 'value' | 'readOnly' | 'error'> & {
  onChange: (value: string) => void
}

/** The address of a log-in of one's own, another one or a new one: the first field of its form. */
export function AddressField({ onChange, ...others }: AddressFieldProps) {
  return (
    <TextInput
      {...others}
      type="email"
      size="md"
      onChange={(event) => onChange(event.currentTarget.value)}
      data-autofocus
    />
  )
}
