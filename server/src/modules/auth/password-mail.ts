import type { Scope } from '#modules/directory/index.ts'
import { ourLanguage } from '#platform/language.ts'
import { letter } from '#platform/mail/letter.ts'
import type { Mail } from '#platform/mail/mail.ts'

type Link = { client_name: string; scope: Scope; url: string }
export type PasswordMailFacts = {
  recipient: { email: string; first_name: string; language: string | null }
  /** Whether they have had no password yet. */
  isFirst: boolean
  links: Link[]
}

type Words = {
  subject: { first: string; again: string }
  first: (name: string, clients: string) => string
  again: (name: string) => string
  several: string
  lasts: { first: string; again: string }
  action: { first: string; again: string }
  /** One of several links: where it leads. */
  choice: (client: string, scope: Scope) => string
  footer: { first: string; again: string }
}

const ENGLISH: Words = {
  subject: { first: 'Your access to Dossier: choose a password', again: 'Choose a new password' },
  first: (name, clients) =>
    `Hello ${name}, ${clients} gives you access to your documents and requests. Choose a password to begin.`,
  again: (name) => `Hello ${name}, somebody, probably you, asked for a new password.`,
  several: 'You can log in in several places. Each of them has a link and a password of its own.',
  lasts: {
    first: 'The link can be used once, within seven days.',
    again: 'The link can be used once, within one hour. Until then your old password stays as it is.',
  },
  action: { first: 'Choose a password', again: 'Choose a new password' },
  choice: (client, scope) => `${client}, as ${scope === 'manager' ? 'a manager' : 'an employee'}`,
  footer: {
    first: 'You receive this mail because your company opened an access for you. Never pass the link on.',
    again: 'If it was not you, there is nothing to do: nobody gets in without this link. Never pass it on.',
  },
}

const FRENCH: Words = {
  subject: {
    first: 'Votre accès à Dossier\u00a0: choisissez un mot de passe',
    again: 'Choisissez un nouveau mot de passe',
  },
  first: (name, clients) =>
    `Bonjour ${name}, ${clients} vous donne accès à vos documents et à vos demandes. Choisissez un mot de passe pour commencer.`,
  again: (name) => `Bonjour ${name}, un nouveau mot de passe a été demandé, probablement par vous.`,
  several: 'Vous disposez de plusieurs accès. Chacun a son propre lien et son propre mot de passe.',
  lasts: {
    first: 'Le lien est utilisable une seule fois, pendant sept jours.',
    again:
      'Le lien est utilisable une seule fois, pendant une heure. D’ici là, votre ancien mot de passe reste valable.',
  },
  action: { first: 'Choisir un mot de passe', again: 'Choisir un nouveau mot de passe' },
  choice: (client, scope) => `${client}, en tant que ${scope === 'manager' ? 'gestionnaire' : 'salarié'}`,
  footer: {
    first: 'Vous recevez ce message parce que votre entreprise vous a ouvert un accès. Ne transmettez jamais ce lien.',
    again:
      'Si vous n’êtes pas à l’origine de cette demande, vous n’avez rien à faire\u00a0: personne n’entre sans ce lien. Ne le transmettez jamais.',
  },
}

/** The mail with the links by which somebody sets a password, in that person's language. */
export function passwordMail({ recipient, isFirst, links }: PasswordMailFacts): Mail {
  const language = ourLanguage(recipient.language)
  const words = language === 'fr' ? FRENCH : ENGLISH
  const kind = isFirst ? 'first' : 'again'
  const clients = [...new Set(links.map(({ client_name }) => client_name))].join(', ')
  const [only, ...others] = links
  const isOne = only !== undefined && others.length === 0
  const { text, html } = letter({
    language,
    heading: words.subject[kind],
    paragraphs: [
      isFirst ? words.first(recipient.first_name, clients) : words.again(recipient.first_name),
      ...(isOne ? [] : [words.several]),
      words.lasts[kind],
    ],
    ...(isOne
      ? { action: { label: words.action[kind], url: only.url } }
      : { choices: links.map((one) => ({ label: words.choice(one.client_name, one.scope), url: one.url })) }),
    footer: words.footer[kind],
  })
  return { to: recipient.email, subject: words.subject[kind], text, html }
}
