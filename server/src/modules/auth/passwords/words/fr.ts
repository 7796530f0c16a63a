import type { PasswordMailWords } from '#modules/auth/passwords/password-mail.ts'

export const words: PasswordMailWords = {
  subject: {
    first: 'Votre accès à Dossier\u00a0: choisissez un mot de passe',
    again: 'Choisissez un nouveau mot de passe',
  },
  first: (name, client, scope) =>
    `Bonjour ${name}, ${client} vous donne accès ${scope === 'manager' ? 'aux documents et aux demandes de vos équipes' : 'à vos documents et à vos demandes'}. Choisissez un mot de passe pour commencer.`,
  again: (name, client, scope) =>
    `Bonjour ${name}, un nouveau mot de passe a été demandé pour votre accès ${scope === 'manager' ? 'gestionnaire' : 'salarié'} chez ${client}.`,
  lasts: {
    first: 'Le lien est utilisable une seule fois, pendant sept jours.',
    again:
      'Le lien est utilisable une seule fois, pendant une heure. D’ici là, votre ancien mot de passe reste valable.',
  },
  action: { first: 'Choisir un mot de passe', again: 'Choisir un nouveau mot de passe' },
  footer: {
    first: 'Vous recevez ce message parce que votre entreprise vous a ouvert un accès. Ne transmettez jamais ce lien.',
    again:
      'Si vous n’êtes pas à l’origine de cette demande, vous n’avez rien à faire\u00a0: personne n’entre sans ce lien. Ne le transmettez jamais.',
  },
}
