import type { ReminderMailWords } from '#modules/notes/reminder-mail.ts'

export const words: ReminderMailWords = {
  subject: (about) => `Erinnerung: Notiz zu ${about}`,
  ofEmployee: (name) => name,
  ofDocument: (title) => `dem Dokument „${title}“`,
  greeting: (name) => `Guten Tag ${name},`,
  introduction: (about) => `hier ist die Erinnerung aus einer Notiz zu ${about}:`,
  employee: 'Mitarbeiter/in',
  document: 'Dokument',
  author: 'Verfasst von',
  written: 'Verfasst am',
  openFolder: 'Akte öffnen',
  openPortal: 'Dossier öffnen',
  footer: 'Sie erhalten diese E-Mail, weil Sie diese Notiz lesen können. Sie wird einmal gesendet.',
}
