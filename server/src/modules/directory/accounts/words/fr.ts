import type { NoticeMailWords } from '#modules/directory/accounts/notice-mail.ts'

export const words: NoticeMailWords = {
  subject: {
    linked: 'Vos accès ont été liés',
    unlinked: 'Vos accès ne sont plus liés',
    address: 'Votre adresse de connexion a été modifiée',
  },
  text: {
    linked: (name, client) =>
      `Bonjour ${name}, votre accès salarié et votre accès gestionnaire chez ${client} ont été liés. Désormais, une personne connectée à l’un peut passer à l’autre sans son mot de passe.`,
    unlinked: (name, client) =>
      `Bonjour ${name}, votre accès salarié et votre accès gestionnaire chez ${client} ne sont plus liés. Chacun s’ouvre avec son propre mot de passe ou par l’authentification unique.`,
    address: (name, client) =>
      `Bonjour ${name}, l’adresse avec laquelle vous vous connectez à ${client} a été modifiée. Vous avez été déconnecté de tous vos appareils et la liaison avec un autre accès a pris fin.`,
  },
  labels: {
    employee: 'Accès salarié',
    manager: 'Accès gestionnaire',
    old: 'Ancienne adresse',
    current: 'Nouvelle adresse',
    by: 'Effectué par',
  },
  by: {
    user: (name) => name,
    application: (name) => `l’application ${name}`,
    system: 'l’exploitant du service',
  },
  unexpected: {
    linked:
      'Si vous ne vous y attendiez pas, dissociez ces accès sur votre page de profil et prévenez immédiatement votre service RH.',
    unlinked: 'Pour passer de nouveau de l’un à l’autre, liez-les sur votre page de profil.',
    address: 'Si vous ne vous y attendiez pas, prévenez immédiatement votre service RH.',
  },
  action: 'Ouvrir mon profil',
  footer: 'Vous recevez ce message parce qu’il concerne l’un de vos accès.',
}
