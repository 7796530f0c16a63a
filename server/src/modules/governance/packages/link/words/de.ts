import type { PackageMailWords } from '#modules/governance/packages/link/mail-words.ts'

export const words: PackageMailWords = {
  subject: 'Ihre personenbezogenen Daten liegen bereit',
  hello: (name) => `Guten Tag ${name},`,
  ready: ({ company }) =>
    `die Auskunft über alles, was ${company} über Sie speichert, liegt bereit. Sie enthält Ihre Daten, die Originaldateien und eine Seite, die Sie ohne Internetverbindung lesen können.`,
  atPortal: 'Melden Sie sich an, um sie herunterzuladen.',
  byLink: 'Der Link ist nur für Sie bestimmt. Wenn Sie ihn öffnen, wird ein Code an diese Adresse gesendet.',
  open: 'Meine Daten öffnen',
  facts: { from: 'Von', until: 'Verfügbar bis', oneTimeCode: 'Code' },
  footer: 'Sie erhalten diese E-Mail, weil eine Auskunft über Ihre personenbezogenen Daten angefordert wurde.',
  codeSubject: 'Ihr Code zum Öffnen Ihrer Daten',
  code: 'mit diesem Code laden Sie die Auskunft über Ihre personenbezogenen Daten herunter.',
  codeLasts: 'Er ist zehn Minuten gültig. Wir werden Sie nie danach fragen.',
  codeFooter: 'Wenn Sie ihn nicht angefordert haben, können Sie diese E-Mail ignorieren.',
}
