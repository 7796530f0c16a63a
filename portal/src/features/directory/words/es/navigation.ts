import type { words as english } from '../en/navigation.ts'

export const words: typeof english = {
  organizations: 'Organizaciones',
  people: 'Personas y accesos',
  roles: 'Roles',
  customFields: 'Campos personalizados',
}
