/** Why somebody is not logged in: a link or an answer of an identity provider that does not count, and so on. */
export type NoticeKind = 'link' | 'saml' | 'person' | 'slowed' | 'off'

type Notice = { title: string; paragraphs: string[] }
type NoticeWords = { notices: Record<NoticeKind, Notice>; logIn: string }

const ENGLISH: NoticeWords = {
  notices: {
    link: {
      title: 'This link does not work',
      paragraphs: [
        'Log-in links work once, within five minutes. Go back to the page you came from and open it again.',
        'If that does not help, contact the owner of that page or your HR department.',
      ],
    },
    saml: {
      title: 'Your company’s log-in was not accepted',
      paragraphs: [
        'It took too long, was already used, or was started in another browser. Start again from the log-in page.',
        'If it happens again, contact your IT department: the single sign-on settings may have changed.',
      ],
    },
    person: {
      title: 'You do not have access yet',
      paragraphs: [
        'Your company’s log-in worked, but you have no log-in here, or it was switched off.',
        'Ask your HR department for access.',
      ],
    },
    slowed: {
      title: 'Too many attempts',
      paragraphs: ['Too many log-ins failed from your network. Wait a few minutes, then try again.'],
    },
    off: {
      title: 'This log-in option is not available',
      paragraphs: ['It was switched off, or the address is wrong. The log-in page shows the available options.'],
    },
  },
  logIn: 'Go to the log-in page',
}

const FRENCH: NoticeWords = {
  notices: {
    link: {
      title: 'Ce lien ne permet pas de vous connecter',
      paragraphs: [
        'Un tel lien fonctionne une seule fois, pendant cinq minutes. Revenez à la page d’où vous venez et ouvrez-le de nouveau.',
        'Si le problème persiste, signalez-le au responsable de cette page ou à votre service RH.',
      ],
    },
    saml: {
      title: 'La connexion de votre entreprise n’a pas été acceptée',
      paragraphs: [
        'Elle a pris trop de temps, a déjà été utilisée ou a été commencée dans un autre navigateur. Recommencez depuis la page de connexion.',
        'Si cela se reproduit, prévenez votre service informatique\u00a0: les réglages de l’authentification unique ont peut-être changé.',
      ],
    },
    person: {
      title: 'Vous n’avez pas encore d’accès',
      paragraphs: [
        'La connexion de votre entreprise a réussi, mais vous n’avez pas d’accès ici, ou il a été désactivé.',
        'Demandez un accès à votre service RH.',
      ],
    },
    slowed: {
      title: 'Trop de tentatives',
      paragraphs: ['Trop de connexions ont échoué depuis votre réseau. Patientez quelques minutes, puis réessayez.'],
    },
    off: {
      title: 'Ce mode de connexion n’est pas disponible',
      paragraphs: [
        'Il a été désactivé, ou l’adresse est erronée. La page de connexion présente les modes disponibles.',
      ],
    },
  },
  logIn: 'Aller à la page de connexion',
}

export const NOTICE_WORDS = { en: ENGLISH, fr: FRENCH }
