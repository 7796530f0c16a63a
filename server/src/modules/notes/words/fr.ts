import type { ReminderMailWords } from '#modules/notes/reminder-mail.ts'

export const words: ReminderMailWords = {
  subject: (about) => `Rappel\u00a0: note sur ${about}`,
  ofEmployee: (name) => name,
  ofDocument: (title) => `le document «\u00a0${title}\u00a0»`,
  greeting: (name) => `Bonjour ${name},`,
  introduction: (about) => `Voici le rappel demandé dans une note sur ${about}\u00a0:`,
  employee: 'Salarié',
  document: 'Document',
  author: 'Écrite par',
  written: 'Écrite le',
  openFolder: 'Ouvrir le dossier',
  openPortal: 'Ouvrir Dossier',
  footer: 'Vous recevez ce message parce que vous pouvez voir cette note. Il n’est envoyé qu’une fois.',
}
