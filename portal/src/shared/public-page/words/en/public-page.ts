export const words = {
  appearance: { label: 'Appearance', light: 'Light', dark: 'Dark', auto: 'Match system' },
  language: { label: 'Language' },
  account: {
    menu: 'Account of {{name}}',
  },
  product: 'Dossier',
  tagline: 'Your company’s documents, requests and answers in one place.',
}
