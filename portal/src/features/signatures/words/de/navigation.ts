import type { words as english } from '../en/navigation.ts'

export const words: typeof english = {
  toSign: 'Zu unterzeichnen',
  signatures: 'Unterschriften',
  types: 'Unterschriftstypen',
}
