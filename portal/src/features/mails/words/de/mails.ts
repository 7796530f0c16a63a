import type { words as english } from '../en/mails.ts'

export const words: typeof english = {
  mails: {
    title: 'E-Mails',
    text: 'E-Mails der letzten 90 Tage. Ihr Inhalt wird nicht aufbewahrt.',
    search: 'Nach Empfänger oder Betreff suchen',
    status: 'Ergebnis',
    sent: 'Gesendet',
    written: 'Im E-Mail-Ordner',
    failed: 'Fehlgeschlagen',
    table: 'E-Mails',
    recipient: 'Empfänger',
    subject: 'Betreff',
    kind: 'Anlass',
    when: 'Zeitpunkt',
    attempts_one: 'nach {{count}} Versuch',
    attempts_other: 'nach {{count}} Versuchen',
    emptyTitle: 'Noch keine E-Mails',
    emptyText:
      'E-Mails zu Anträgen, Verteilungen, Erinnerungen und Zugängen erscheinen hier, sobald sie gesendet sind.',
    noneTitle: 'Nichts gefunden',
    noneText: 'Versuchen Sie andere Begriffe oder zeigen Sie alle E-Mails an.',
    all: 'Alle E-Mails anzeigen',
    about: {
      request: 'Antrag',
      delivery: 'Zustellung',
      reminder: 'Erinnerung',
      password: 'Passwort',
      signature: 'Unterschrift',
      code: 'Code zum Unterzeichnen',
      webhook_disabled: 'Webhook',
    },
  },
}
