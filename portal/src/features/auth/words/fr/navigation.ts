import type { words as english } from '../en/navigation.ts'

export const words: typeof english = {
  identityProviders: 'Authentification unique',
  applications: 'Applications et clés',
  profile: 'Mon profil',
  docs: 'Documentation de l’API',
}
