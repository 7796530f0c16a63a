import type { NoticeMailWords } from '#modules/directory/accounts/notice-mail.ts'

export const words: NoticeMailWords = {
  subject: {
    linked: 'Ihre Zugänge wurden verknüpft',
    unlinked: 'Ihre Zugänge sind nicht mehr verknüpft',
    address: 'Ihre Anmeldeadresse wurde geändert',
  },
  text: {
    linked: (name, client) =>
      `Guten Tag ${name}, Ihr Mitarbeiterzugang und Ihr Zugang als Führungskraft bei ${client} wurden verknüpft. Wer an einem angemeldet ist, kann künftig ohne dessen Passwort zum anderen wechseln.`,
    unlinked: (name, client) =>
      `Guten Tag ${name}, Ihr Mitarbeiterzugang und Ihr Zugang als Führungskraft bei ${client} sind nicht mehr verknüpft. Jeder Zugang hat wieder sein eigenes Passwort oder Single Sign-on.`,
    address: (name, client) =>
      `Guten Tag ${name}, die Adresse, mit der Sie sich bei ${client} anmelden, wurde geändert. Sie wurden auf allen Geräten abgemeldet, und Verknüpfungen mit anderen Zugängen wurden beendet.`,
  },
  labels: {
    employee: 'Mitarbeiterzugang',
    manager: 'Zugang als Führungskraft',
    old: 'Alte Adresse',
    current: 'Neue Adresse',
    by: 'Geändert durch',
  },
  by: {
    user: (name) => name,
    application: (name) => `die Anwendung ${name}`,
    system: 'den Betreiber des Dienstes',
  },
  unexpected: {
    linked:
      'Falls Sie das nicht erwartet haben, beenden Sie die Verknüpfung auf Ihrer Profilseite und informieren Sie sofort Ihre Personalabteilung.',
    unlinked: 'Wenn Sie wieder zwischen ihnen wechseln möchten, verknüpfen Sie sie auf Ihrer Profilseite.',
    address: 'Falls Sie das nicht erwartet haben, informieren Sie sofort Ihre Personalabteilung.',
  },
  action: 'Mein Profil öffnen',
  footer: 'Sie erhalten diese E-Mail, weil sie einen Ihrer Zugänge betrifft.',
}
