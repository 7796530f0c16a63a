import type { ConfirmationMailWords } from '#modules/auth/accounts/confirmation-mail.ts'

export const words: ConfirmationMailWords = {
  subject: 'Bestätigen Sie Ihre neue Anmeldeadresse',
  old: (name, client, email) =>
    `Guten Tag ${name}, Sie möchten sich künftig mit ${email} bei ${client} anmelden. Bestätigen Sie, dass Sie das waren.`,
  new: (client, email) =>
    `Jemand möchte sich künftig mit ${email} bei ${client} anmelden. Bestätigen Sie, falls Sie das waren.`,
  both: 'Die Adresse ändert sich, sobald Sie innerhalb von 24 Stunden aus dem alten und aus dem neuen Postfach bestätigt haben. Danach werden Sie auf allen Geräten abgemeldet.',
  action: { old: 'Ja, meine Adresse ändern', new: 'Diese Adresse bestätigen' },
  footer: {
    old: 'Falls Sie das nicht waren, bestätigen Sie nicht: Ihre Adresse bleibt dann unverändert. Ändern Sie Ihr Passwort und informieren Sie Ihre Personalabteilung.',
    new: 'Falls Sie das nicht waren, können Sie diese E-Mail ignorieren: Ohne Ihre Bestätigung ändert sich nichts.',
  },
}
