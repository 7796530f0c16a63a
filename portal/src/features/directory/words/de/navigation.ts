import type { words as english } from '../en/navigation.ts'

export const words: typeof english = {
  organizations: 'Organisationen',
  people: 'Personen und Zugänge',
  roles: 'Rollen',
  customFields: 'Zusatzfelder',
}
