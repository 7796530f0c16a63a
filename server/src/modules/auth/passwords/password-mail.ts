import { ourLanguage } from '#kernel/languages/our-language.ts'
import type { Scope } from '#modules/directory/index.ts'
import { letter } from '#platform/mail/letter.ts'
import type { Mail } from '#platform/mail/mail.ts'

export type PasswordMailFacts = {
  recipient: { email: string; first_name: string; language: string | null }
  /** Whether they have had no password yet. */
  isFirst: boolean
  client_name: string
  scope: Scope
  url: string
}

type Words = {
  subject: { first: string; again: string }
  first: (name: string, client: string, scope: Scope) => string
  again: (name: string, client: string, scope: Scope) => string
  lasts: { first: string; again: string }
  action: { first: string; again: string }
  footer: { first: string; again: string }
}

const ENGLISH: Words = {
  subject: { first: 'Your access to Dossier: choose a password', again: 'Choose a new password' },
  first: (name, client, scope) =>
    `Hello ${name}, ${client} gives you access to ${scope === 'manager' ? 'the documents and requests of your teams' : 'your documents and requests'}. Choose a password to begin.`,
  again: (name, client, scope) =>
    `Hello ${name}, a new password was requested for your ${scope === 'manager' ? 'manager' : 'employee'} log-in at ${client}.`,
  lasts: {
    first: 'The link can be used once, within seven days.',
    again: 'The link can be used once, within one hour. Until then, your old password keeps working.',
  },
  action: { first: 'Choose a password', again: 'Choose a new password' },
  footer: {
    first: 'You receive this mail because your company opened an access for you. Never pass the link on.',
    again:
      'If you did not request it, you can ignore this e-mail: nobody can log in without this link. Never share it.',
  },
}

const FRENCH: Words = {
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

/** The mail with the link by which somebody sets the password of one log-in, in that person's language. */
export function passwordMail({ recipient, isFirst, client_name, scope, url }: PasswordMailFacts): Mail {
  const language = ourLanguage(recipient.language)
  const words = language === 'fr' ? FRENCH : ENGLISH
  const kind = isFirst ? 'first' : 'again'
  const { text, html } = letter({
    language,
    heading: words.subject[kind],
    paragraphs: [words[kind](recipient.first_name, client_name, scope), words.lasts[kind]],
    action: { label: words.action[kind], url },
    footer: words.footer[kind],
  })
  return { to: recipient.email, subject: words.subject[kind], text, html }
}
