import type { words as english } from '../en/employee-tab.ts'

export const words: typeof english = {
  requests: {
    title: 'Anträge',
    subject: 'Betreff',
    form: 'Formular',
    status: 'Status',
    due: 'Fällig',
    updated: 'Letzte Änderung',
    none: 'Keine Anträge',
    noneText: 'Anträge dieser Person erscheinen hier.',
    new: 'Neuer Antrag',
  },
}
