import type { ReminderMailWords } from '#modules/notes/reminder-mail.ts'

export const words: ReminderMailWords = {
  subject: (about) => `Recordatorio: nota sobre ${about}`,
  ofEmployee: (name) => name,
  ofDocument: (title) => `el documento «${title}»`,
  greeting: (name) => `Hola, ${name}:`,
  introduction: (about) => `Este es el recordatorio fijado en una nota sobre ${about}:`,
  employee: 'Empleado',
  document: 'Documento',
  author: 'Escrita por',
  written: 'Escrita el',
  openFolder: 'Abrir el expediente',
  openPortal: 'Abrir Dossier',
  footer: 'Recibe este correo porque puede leer esta nota. Se envía una sola vez.',
}
