import type { words as english } from '../en/navigation.ts'

export const words: typeof english = {
  organizations: 'Organisations',
  people: 'Personnes et accès',
  roles: 'Rôles',
  customFields: 'Champs personnalisés',
}
