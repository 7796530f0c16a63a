import type { words as english } from '../en/public-page.ts'

export const words: typeof english = {
  appearance: { label: 'Darstellung', light: 'Hell', dark: 'Dunkel', auto: 'Wie im System' },
  language: { label: 'Sprache' },
  account: {
    menu: 'Konto von {{name}}',
  },
  product: 'Dossier',
  tagline: 'Dokumente, Anträge und Antworten Ihres Unternehmens an einem Ort.',
}
