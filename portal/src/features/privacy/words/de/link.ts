import type { words as english } from '../en/link.ts'

export const words: typeof english = {
  title: 'Ihre personenbezogenen Daten',
  text: '{{client}} hat eine Auskunft über alles vorbereitet, was über Sie gespeichert ist. Zu ihrem Schutz senden wir Ihnen zuerst einen Code per E-Mail.',
  open: 'Meine Daten öffnen',
  ready: 'Ihre Auskunft liegt bereit',
  readyText:
    'Sie enthält alles, was {{client}} über Sie speichert: eine Seite zum Lesen, Ihre Dokumente und die Daten selbst.',
  facts: 'ZIP-Datei, {{size}}',
  until: 'Verfügbar bis {{date}}',
  download: 'Herunterladen',
  care: 'Bewahren Sie sie dort auf, wo nur Sie Zugriff haben. Löschen Sie die Datei auf einem gemeinsam genutzten Gerät danach wieder.',
  goneTitle: 'Dieser Link funktioniert nicht',
  gone: 'Möglicherweise ist der Link unvollständig oder abgelaufen, oder es wurde zu oft ein falscher Code eingegeben. Bitten Sie Ihre Personalabteilung um einen neuen.',
}
