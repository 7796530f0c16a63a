import type { ConfirmationMailWords } from '#modules/auth/accounts/confirmation-mail.ts'

export const words: ConfirmationMailWords = {
  subject: 'Confirmez votre nouvelle adresse de connexion',
  old: (name, client, email) =>
    `Bonjour ${name}, vous avez demandé à vous connecter désormais à ${client} avec ${email}. Confirmez que cette demande vient de vous.`,
  new: (client, email) =>
    `Une personne a demandé à se connecter désormais à ${client} avec ${email}. Confirmez si cette demande vient de vous.`,
  both: 'L’adresse change une fois confirmée depuis l’ancienne et la nouvelle messagerie, sous 24 heures. Vous serez alors déconnecté de tous vos appareils.',
  action: { old: 'Oui, changer mon adresse', new: 'Confirmer cette adresse' },
  footer: {
    old: 'Si cette demande ne vient pas de vous, ne confirmez pas\u00a0: votre adresse reste inchangée. Changez votre mot de passe et prévenez votre service RH.',
    new: 'Si cette demande ne vient pas de vous, vous n’avez rien à faire\u00a0: sans votre confirmation, rien ne change.',
  },
}
