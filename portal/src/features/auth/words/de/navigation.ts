import type { words as english } from '../en/navigation.ts'

export const words: typeof english = {
  identityProviders: 'Single Sign-on',
  applications: 'Anwendungen, Schlüssel',
  profile: 'Mein Profil',
  docs: 'API-Dokumentation',
}
