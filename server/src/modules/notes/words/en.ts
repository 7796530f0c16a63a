import type { ReminderMailWords } from '#modules/notes/reminder-mail.ts'

export const words: ReminderMailWords = {
  subject: (about) => `Reminder: note on ${about}`,
  ofEmployee: (name) => name,
  ofDocument: (title) => `the document “${title}”`,
  greeting: (name) => `Hello ${name},`,
  introduction: (about) => `Here is the reminder set in a note on ${about}:`,
  employee: 'Employee',
  document: 'Document',
  author: 'Written by',
  written: 'Written on',
  openFolder: 'Open the folder',
  openPortal: 'Open Dossier',
  footer: 'You receive this e-mail because you can read this note. It is sent once.',
}
