import type { words as english } from '../en/public-page.ts'

export const words: typeof english = {
  appearance: { label: 'Apariencia', light: 'Clara', dark: 'Oscura', auto: 'Según el sistema' },
  language: { label: 'Idioma' },
  account: {
    menu: 'Cuenta de {{name}}',
  },
  product: 'Dossier',
  tagline: 'Los documentos, las solicitudes y las respuestas de su empresa, en un solo lugar.',
}
