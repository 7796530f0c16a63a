import type { CertificateWords } from '#modules/governance/disposals/certificate/certificate-words.ts'

export const words: CertificateWords = {
  title: 'Vernichtungsnachweis',
  intro: (company) =>
    `${company} hat die folgenden Einträge entfernt, deren Aufbewahrungsfrist abgelaufen war. Jede Datei ist durch ihren SHA-256 bezeichnet. Alle Zeiten sind in UTC.`,
  proof: (sha256) => `Der vollständige Nachweis ist eine JSON-Datei mit eigenem Siegel. Ihr SHA-256 ist ${sha256}.`,
  more: (shown, all) => `Hier stehen die ersten ${shown} von ${all} Einträgen, in der JSON-Datei alle.`,
  policy: 'Regel',
  facts: {
    name: 'Name',
    id: 'Code',
    basis: 'Rechtsgrundlage',
    disposal: 'Aussonderung',
    gathered: 'Zusammengestellt',
    done: 'Entfernt',
    kept: 'Behalten',
    gone: 'Schon fort',
  },
  approvals: 'Freigegeben von',
  approved: (items) => (items === 1 ? '1 Eintrag' : `${items} Einträge`),
  items: 'Einträge',
  outcomes: {
    removed: 'Bytes entfernt',
    in_vault: 'im Tresor des Mitarbeiters behalten',
    shared: 'gehört auch zu einer anderen Datei',
  },
  footer: (id) => `Vernichtungsnachweis · ${id}`,
}
