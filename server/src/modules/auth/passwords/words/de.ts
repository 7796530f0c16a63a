import type { PasswordMailWords } from '#modules/auth/passwords/password-mail.ts'

export const words: PasswordMailWords = {
  subject: { first: 'Ihr Zugang zu Dossier: Wählen Sie ein Passwort', again: 'Wählen Sie ein neues Passwort' },
  first: (name, client, scope) =>
    `Guten Tag ${name}, ${client} gibt Ihnen Zugang zu ${scope === 'manager' ? 'den Dokumenten und Anträgen Ihrer Teams' : 'Ihren Dokumenten und Anträgen'}. Wählen Sie zunächst ein Passwort.`,
  again: (name, client, scope) =>
    `Guten Tag ${name}, für Ihren ${scope === 'manager' ? 'Zugang als Führungskraft' : 'Mitarbeiterzugang'} bei ${client} wurde ein neues Passwort angefordert.`,
  lasts: {
    first: 'Der Link gilt einmal, sieben Tage lang.',
    again: 'Der Link gilt einmal, eine Stunde lang. Bis dahin bleibt Ihr altes Passwort gültig.',
  },
  action: { first: 'Passwort wählen', again: 'Neues Passwort wählen' },
  footer: {
    first:
      'Sie erhalten diese E-Mail, weil Ihr Unternehmen einen Zugang für Sie eingerichtet hat. Geben Sie den Link niemals weiter.',
    again:
      'Falls Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren: Ohne diesen Link kann sich niemand anmelden. Geben Sie ihn niemals weiter.',
  },
}
