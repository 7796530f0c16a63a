import type { NoticeWords } from '#modules/auth/single-sign-on/notice-words.ts'

export const words: NoticeWords = {
  notices: {
    link: {
      title: 'Dieser Link funktioniert nicht',
      paragraphs: [
        'Anmeldelinks gelten einmal, fünf Minuten lang. Gehen Sie zurück zu der Seite, von der Sie kommen, und öffnen Sie den Link erneut.',
        'Wenn das nicht hilft, wenden Sie sich an die Verantwortlichen dieser Seite oder an Ihre Personalabteilung.',
      ],
    },
    saml: {
      title: 'Die Anmeldung Ihres Unternehmens wurde nicht angenommen',
      paragraphs: [
        'Sie hat zu lange gedauert, wurde bereits verwendet oder in einem anderen Browser begonnen. Beginnen Sie erneut auf der Anmeldeseite.',
        'Wenn das wieder geschieht, wenden Sie sich an Ihre IT-Abteilung: Möglicherweise haben sich die Einstellungen für Single Sign-on geändert.',
      ],
    },
    person: {
      title: 'Sie haben noch keinen Zugang',
      paragraphs: [
        'Die Anmeldung Ihres Unternehmens war erfolgreich, aber Sie haben hier keinen Zugang, oder er wurde deaktiviert.',
        'Bitten Sie Ihre Personalabteilung um einen Zugang.',
      ],
    },
    slowed: {
      title: 'Zu viele Versuche',
      paragraphs: [
        'Aus Ihrem Netzwerk sind zu viele Anmeldungen fehlgeschlagen. Warten Sie einige Minuten und versuchen Sie es dann erneut.',
      ],
    },
    off: {
      title: 'Diese Anmeldung ist nicht verfügbar',
      paragraphs: [
        'Sie wurde abgeschaltet, oder die Adresse ist falsch. Die Anmeldeseite zeigt die verfügbaren Möglichkeiten.',
      ],
    },
  },
  logIn: 'Zur Anmeldeseite',
}
