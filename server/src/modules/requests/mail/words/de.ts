import type { RequestMailWords } from '#modules/requests/mail/request-mail-words.ts'

export const words: RequestMailWords = {
  newRequest: (title) => `Neuer Antrag: ${title}`,
  greeting: (name, news) => `Guten Tag ${name}, ${news}`,
  updates: {
    manager: {
      created: () => 'ein neuer Antrag wurde Ihnen zugewiesen.',
      assigned: () => 'dieser Antrag ist jetzt Ihnen zugewiesen.',
      moved: ({ status }) => `der Status dieses Antrags wurde auf „${status}“ geändert.`,
      commented: ({ author }) =>
        author ? `${author} hat diesen Antrag kommentiert.` : 'zu diesem Antrag gibt es einen neuen Kommentar.',
    },
    employee: {
      created: () => 'ein Antrag, der Sie betrifft, wurde angelegt.',
      moved: ({ status }) => `der Status Ihres Antrags wurde auf „${status}“ geändert.`,
      commented: ({ author }) =>
        author ? `${author} hat Ihren Antrag kommentiert.` : 'zu Ihrem Antrag gibt es einen neuen Kommentar.',
    },
  },
  internal: 'Dies ist eine interne Notiz: Die betroffene Person sieht sie nicht.',
  form: 'Formular',
  employee: 'Mitarbeiter/in',
  creator: 'Angelegt von',
  priority: 'Priorität',
  priorities: { LOW: 'Niedrig', URGENT: 'Dringend' },
  due: 'Fällig am',
  status: 'Status',
  statuses: { created: 'Eingegangen', open: 'In Bearbeitung', pending: 'Zurückgestellt', closed: 'Abgeschlossen' },
  open: 'Antrag öffnen',
  footer: {
    manager: 'Sie erhalten diese E-Mail, weil der Antrag Ihnen zugewiesen ist.',
    employee: 'Sie erhalten diese E-Mail, weil der Antrag Sie betrifft.',
  },
}
