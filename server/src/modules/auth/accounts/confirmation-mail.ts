import { ourLanguage } from '#kernel/languages/our-language.ts'
import { letter } from '#platform/mail/letter.ts'
import type { Mail } from '#platform/mail/mail.ts'

type Facts = {
  to: string
  url: string
  client_name: string
  first_name: string
  language: string | null
  /** The address that is wanted. */
  email: string
}

type Words = {
  subject: string
  old: (name: string, client: string, email: string) => string
  new: (client: string, email: string) => string
  both: string
  action: { old: string; new: string }
  footer: { old: string; new: string }
}

const ENGLISH: Words = {
  subject: 'Confirm your new log-in address',
  old: (name, client, email) =>
    `Hello ${name}, you asked to log in to ${client} with ${email} from now on. Confirm that it was you.`,
  new: (client, email) => `Someone asked to log in to ${client} with ${email} from now on. Confirm if it was you.`,
  both: 'The address changes once you have confirmed from both the old and the new inbox, within 24 hours. You will then be logged out on all devices.',
  action: { old: 'Yes, change my address', new: 'Confirm this address' },
  footer: {
    old: 'If it was not you, do not confirm: your address will not change. Change your password and tell your HR department.',
    new: 'If it was not you, you can ignore this e-mail: nothing changes without your confirmation.',
  },
}

const FRENCH: Words = {
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

/** The mail by which one of two mailboxes confirms a change of the log-in address. The new one may be a stranger's. */
export function confirmationMail(which: 'old' | 'new', facts: Facts): Mail {
  const { to, url, client_name, first_name, email } = facts
  const language = ourLanguage(facts.language)
  const words = language === 'fr' ? FRENCH : ENGLISH
  const { text, html } = letter({
    language,
    heading: words.subject,
    paragraphs: [
      which === 'old' ? words.old(first_name, client_name, email) : words.new(client_name, email),
      words.both,
    ],
    action: { label: words.action[which], url },
    footer: words.footer[which],
  })
  return { to, subject: words.subject, text, html }
}
