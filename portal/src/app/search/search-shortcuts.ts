import { getHotkeyHandler } from '@mantine/hooks'
import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * Ctrl-K opens the search, from within a field too; `/` does elsewhere. A text editor has a use of its own for them. They
 * work from the first frame on, so that nothing is lost of what is typed at once.
 */
export function useSearchShortcuts(open: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof HTMLElement ? event.target : undefined
    if (target?.isContentEditable) return
    getHotkeyHandler([['mod+K', open]])(event)
    if (!target?.matches('input, textarea, select')) getHotkeyHandler([['/', open]])(event)
  })
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
