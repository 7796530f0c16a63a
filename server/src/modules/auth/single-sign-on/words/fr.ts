import type { NoticeWords } from '#modules/auth/single-sign-on/notice-words.ts'

export const words: NoticeWords = {
  notices: {
    link: {
      title: 'Ce lien ne permet pas de vous connecter',
      paragraphs: [
        'Un tel lien fonctionne une seule fois, pendant cinq minutes. Revenez à la page d’où vous venez et ouvrez-le de nouveau.',
        'Si le problème persiste, signalez-le au responsable de cette page ou à votre service RH.',
      ],
    },
    saml: {
      title: 'La connexion via votre entreprise n’a pas été acceptée',
      paragraphs: [
        'Elle a pris trop de temps, a déjà été utilisée ou a été commencée dans un autre navigateur. Recommencez depuis la page de connexion.',
        'Si cela se reproduit, prévenez votre service informatique\u00a0: les paramètres de l’authentification unique ont peut-être changé.',
      ],
    },
    person: {
      title: 'Vous n’avez pas encore d’accès',
      paragraphs: [
        'La connexion via votre entreprise a réussi, mais vous n’avez pas d’accès ici, ou il a été désactivé.',
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
