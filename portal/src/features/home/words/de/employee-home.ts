import type { words as english } from '../en/employee-home.ts'

export const words: typeof english = {
  morning: 'Guten Morgen, {{name}}',
  afternoon: 'Guten Tag, {{name}}',
  evening: 'Guten Abend, {{name}}',
  text: 'Alles, was Sie von Ihrem Unternehmen brauchen, an einem Ort.',
  search: { label: 'Artikel, Formulare, Dokumente und Anträge durchsuchen', button: 'Suchen' },
  actions: {
    label: 'Schnellzugriff',
    request: 'Neuer Antrag',
    requestText: 'Etwas fragen oder beantragen',
    upload: 'Dokument hinzufügen',
    uploadText: 'Der Personalabteilung ein Dokument senden',
    vault: 'Mein Tresor',
    vaultText: 'Ihre Gehaltsabrechnungen und Verträge, nur für Sie',
  },
  sign: {
    title: 'Zu unterzeichnen',
    all: 'Alle ansehen',
    from: '{{name}} bittet um Ihre Unterschrift',
    fromUntil: '{{name}} bittet um Ihre Unterschrift bis {{date}}',
    waits: 'Zu unterzeichnen',
  },
  requests: {
    title: 'Offene Anträge',
    all: 'Alle meine Anträge',
    none: 'Keine offenen Anträge',
    noneText: 'Ihre Anträge bei der Personalabteilung und die Antworten erscheinen hier.',
    make: 'Neuer Antrag',
    due: 'Antwort bis {{date}}',
  },
  documents: {
    title: 'Neueste Dokumente',
    all: 'Alle meine Dokumente',
    none: 'Noch keine Dokumente',
    noneText: 'Dokumente, die Ihr Unternehmen für Sie bereitstellt, erscheinen hier.',
    isNew: 'Neu',
    vault: 'Tresor',
  },
  articles: { title: 'Wissenswertes', all: 'Alle Artikel' },
}
