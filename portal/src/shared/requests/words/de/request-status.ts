import type { words as english } from '../en/request-status.ts'

export const words: typeof english = {
  status: { created: 'Eingegangen', open: 'In Bearbeitung', pending: 'Zurückgestellt', closed: 'Abgeschlossen' },
  explained: {
    created: 'Die Personalabteilung hat Ihren Antrag erhalten und meldet sich bei Ihnen.',
    createdAnswered: 'Die Personalabteilung hat auf Ihren Antrag geantwortet.',
    open: 'Die Personalabteilung bearbeitet Ihren Antrag.',
    openAnswered: 'Die Personalabteilung hat geantwortet und bearbeitet Ihren Antrag.',
    pending: 'Ihr Antrag ist zurückgestellt. Die Personalabteilung meldet sich bei Ihnen.',
    pendingAnswered: 'Ihr Antrag ist zurückgestellt. Lesen Sie die letzte Nachricht der Personalabteilung.',
    closed: 'Die Personalabteilung hat Ihren Antrag abgeschlossen.',
  },
  replied: 'Antwort erhalten',
  due: {
    by: 'Fällig am {{date}}',
    today: 'Heute fällig',
    overdue: 'Überfällig seit {{date}}',
    none: 'Keine Frist',
  },
}
