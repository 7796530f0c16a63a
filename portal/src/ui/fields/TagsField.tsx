import { TagsInput, type TagsInputProps } from '@mantine/core'
import { type FocusEvent, useEffect, useRef, useState } from 'react'

type TagsFieldProps = Omit<TagsInputProps, 'value' | 'onChange'> & {
  value?: string[]
  onChange: (values: string[]) => void
}

/**
 * Several texts. What is typed is accepted when the field loses focus; if a mouse press took the focus, not before the
 * button is up: a tag more can wrap the line and move what is being clicked away from under the pointer.
 */
export function TagsField({ value = [], onChange, onBlur, ...rest }: TagsFieldProps) {
  const [typed, setTyped] = useState('')
  const isPressed = useIsMousePressed()
  const accept = () => {
    const text = typed.trim()
    setTyped('')
    if (text !== '' && !value.some((one) => one.toLowerCase() === text.toLowerCase())) onChange([...value, text])
  }
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    onBlur?.(event)
    if (typed === '') return
    if (isPressed.current) window.addEventListener('mouseup', accept, { once: true, capture: true })
    else accept()
  }
  return (
    <TagsInput
      {...rest}
      value={value}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={setTyped}
      acceptValueOnBlur={false}
      onBlur={leave}
    />
  )
}

function useIsMousePressed() {
  const isPressed = useRef(false)
  useEffect(() => {
    const listening = new AbortController()
    const options = { signal: listening.signal, capture: true }
    window.addEventListener('mousedown', () => (isPressed.current = true), options)
    window.addEventListener('mouseup', () => (isPressed.current = false), options)
    return () => listening.abort()
  }, [])
  return isPressed
}
