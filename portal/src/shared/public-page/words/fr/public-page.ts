import type { words as english } from '../en/public-page.ts'

export const words: typeof english = {
  appearance: { label: 'Apparence', light: 'Clair', dark: 'Sombre', auto: 'Selon le système' },
  language: { label: 'Langue' },
  account: {
    menu: 'Compte de {{name}}',
  },
  product: 'Dossier',
  tagline: 'Vos documents, vos demandes et les réponses de votre entreprise, au même endroit.',
}
