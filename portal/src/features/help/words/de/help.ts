import type { words as english } from '../en/help.ts'

export const words: typeof english = {
  title: 'Hilfe',
  text: 'Wo Sie was finden und an wen Sie sich wenden können.',
  where: 'Wo Sie was finden',
  places: {
    employeeDocuments: {
      title: 'Dokumente',
      text: 'Was Ihr Unternehmen für Sie abgelegt hat, etwa Gehaltsabrechnungen und Verträge.',
    },
    vault: { title: 'Tresor', text: 'Dokumente, die Sie behalten, auch wenn Sie das Unternehmen verlassen.' },
    employeeRequests: {
      title: 'Anträge',
      text: 'Wenden Sie sich an die Personalabteilung und verfolgen Sie die Antwort.',
    },
    toSign: { title: 'Zu unterzeichnen', text: 'Dokumente, die auf Ihre Unterschrift warten.' },
    articles: { title: 'Artikel', text: 'Regelungen und Antworten Ihres Unternehmens.' },
    profile: { title: 'Mein Profil', text: 'Ihre Sprache, Ihre E-Mail-Adresse und Ihr Passwort.' },
    requests: {
      title: 'Anträge',
      text: 'Beantworten Sie Anträge der Mitarbeitenden, weisen Sie sie zu und schließen Sie sie ab.',
    },
    employees: { title: 'Mitarbeitende', text: 'Die Akte jeder Person: Dokumente, Anträge, Notizen, Unterschriften.' },
    upload: { title: 'Dokumente hochladen', text: 'Legen Sie Dokumente in Personalakten ab.' },
    distributions: {
      title: 'Verteilungen',
      text: 'Stellen Sie Gehaltsabrechnungen und Schreiben vielen Mitarbeitenden auf einmal zu.',
    },
    signatures: {
      title: 'Unterschriften',
      text: 'Lassen Sie Dokumente von Mitarbeitenden, Führungskräften und Externen unterzeichnen.',
    },
    people: {
      title: 'Personen',
      text: 'Fügen Sie Mitarbeitende und Führungskräfte hinzu, laden Sie sie ein und deaktivieren Sie Zugänge.',
    },
    roles: { title: 'Rollen', text: 'Was Führungskräfte lesen und ändern dürfen.' },
  },
  keys: {
    title: 'Tastatur',
    search: 'Überall suchen',
    move: 'Zum nächsten oder vorigen Element',
    open: 'Das markierte Element öffnen oder auswählen',
    close: 'Dialog oder Menü schließen',
  },
  ask: {
    title: 'An wen Sie sich wenden können',
    employee: 'Fragen zu Ihren Dokumenten, Ihrem Gehalt oder Ihren Daten beantwortet Ihre Personalabteilung.',
    request: 'Antrag stellen',
    manager: 'Rollen und Zugriffsrechte vergibt die Administration Ihres Unternehmens.',
    docs: 'API-Dokumentation für Schnittstellen',
  },
}
