import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

const TYPING_MS = 250

/**
 * What is typed into a search field, told a moment after the typing stops. The value comes back from the address of the page
 * meanwhile; letters that were typed since are kept.
 */
export function useTypedText(value: string, tell: (text: string) => void) {
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  const say = (text: string) => {
    told.current = text.trim()
    tell(told.current)
  }
  const saySoon = useDebouncedCallback(say, TYPING_MS)
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setTyped(value)
  }, [value])
  return {
    typed,
    type(text: string) {
      setTyped(text)
      saySoon(text)
    },
  }
}
