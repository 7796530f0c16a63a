import type { words as english } from '../en/log-in.ts'

export const words: typeof english = {
  login: {
    title: 'Anmelden',
    titleAt: 'Anmelden bei {{client}}',
    clients: 'Wählen Sie Ihr Unternehmen',
    clientsText: 'Diese Adresse wird bei mehreren Unternehmen verwendet. Bei welchem möchten Sie sich anmelden?',
    unknown: 'Unbekannte Anmeldeseite',
    unknownText:
      'Kein Unternehmen hat diese Adresse. Prüfen Sie den Link oder fragen Sie Ihre Personalabteilung danach.',
    elsewhere: 'Anders anmelden',
    welcome: 'Willkommen. Verwenden Sie die E-Mail-Adresse, die Ihr Unternehmen von Ihnen hat.',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    show: 'Passwort anzeigen',
    hide: 'Passwort verbergen',
    submit: 'Anmelden',
    forgot: 'Passwort vergessen?',
    wrong: 'E-Mail-Adresse oder Passwort ist falsch.',
    missingEmail: 'Geben Sie Ihre E-Mail-Adresse ein.',
    missingPassword: 'Geben Sie Ihr Passwort ein.',
    slow_one: 'Zu viele Versuche. Versuchen Sie es in {{count}} Sekunde erneut.',
    slow_other: 'Zu viele Versuche. Versuchen Sie es in {{count}} Sekunden erneut.',
    several: 'Zugang auswählen',
    severalText: 'Zu dieser Adresse gehören mehrere Zugänge. Welchen möchten Sie verwenden?',
    back: 'Andere Adresse verwenden',
    or: 'oder',
    with: 'Mit {{name}} anmelden',
    demo: 'Demo ausprobieren als:',
    demoAs: { employee: 'Mitarbeiter/in', hr_manager: 'Personalabteilung', administrator: 'Administration' },
    orPassword: 'oder mit Passwort anmelden',
    roleTitle: 'Diese Seite erfordert einen anderen Zugang',
    roleManager:
      'Sie sind als {{name}} mit einem Mitarbeiterzugang angemeldet. Diese Seite erfordert einen Zugang als Führungskraft.',
    roleEmployee:
      'Sie sind als {{name}} mit einem Zugang als Führungskraft angemeldet. Diese Seite erfordert einen Mitarbeiterzugang.',
    stay: 'Zurück zu meiner Startseite',
    scopes: {
      employee: 'Mitarbeiter/in',
      manager: 'Führungskraft',
    },
    toEmployee: 'Zum Mitarbeiterbereich wechseln',
    toManager: 'Zum Führungsbereich wechseln',
  },
}
