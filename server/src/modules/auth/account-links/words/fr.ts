import type { CodeMailWords } from '#modules/auth/account-links/code-mail.ts'

export const words: CodeMailWords = {
  subject: (code) => `${code} est votre code pour lier deux accès`,
  heading: 'Lier vos accès',
  text: (name, askedBy) =>
    `Bonjour ${name}, ${askedBy} souhaite lier son accès au vôtre. Si les deux sont à vous, saisissez le code sur la page où vous l’avez demandé.`,
  label: 'Code',
  lasts: 'Il fonctionne une seule fois, pendant dix minutes, et uniquement dans le navigateur qui l’a demandé.',
  footer:
    'Si vous n’êtes pas à l’origine de cette demande, ne communiquez ce code à personne\u00a0: il permet de passer à votre accès.',
}
