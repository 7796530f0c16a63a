import { ourLanguage } from '#kernel/languages/our-language.ts'
import { letter } from '#platform/mail/letter.ts'
import type { Mail } from '#platform/mail/mail.ts'
import type { NoticeFacts, NoticeJob } from './notices.ts'

export type NoticeReader = { first_name: string; language: string | null; client_name: string }

type Words = {
  subject: Record<NoticeFacts['kind'], string>
  text: Record<NoticeFacts['kind'], (name: string, client: string) => string>
  labels: { employee: string; manager: string; old: string; current: string; by: string }
  by: { user: (name: string) => string; application: (name: string) => string; system: string }
  unexpected: Record<NoticeFacts['kind'], string>
  action: string
  footer: string
}

const ENGLISH: Words = {
  subject: {
    linked: 'Your log-ins were linked',
    unlinked: 'Your log-ins are no longer linked',
    address: 'Your log-in address was changed',
  },
  text: {
    linked: (name, client) =>
      `Hello ${name}, your employee log-in and your manager log-in at ${client} were linked. From now on, a person who is logged in to one of them can switch to the other without its password.`,
    unlinked: (name, client) =>
      `Hello ${name}, your employee log-in and your manager log-in at ${client} are no longer linked. Each is opened by its own password or by single sign-on.`,
    address: (name, client) =>
      `Hello ${name}, the address that you log in to ${client} with was changed. You were logged out on all devices, and links to other log-ins have ended.`,
  },
  labels: {
    employee: 'Employee log-in',
    manager: 'Manager log-in',
    old: 'Old address',
    current: 'New address',
    by: 'Done by',
  },
  by: {
    user: (name) => name,
    application: (name) => `the application ${name}`,
    system: 'the operator of the service',
  },
  unexpected: {
    linked: 'If you did not expect this, end the link on your profile page and tell your HR department immediately.',
    unlinked: 'If you want to switch between them again, link them on your profile page.',
    address: 'If you did not expect this, tell your HR department immediately.',
  },
  action: 'Open my profile',
  footer: 'You receive this e-mail because it concerns one of your log-ins.',
}

const FRENCH: Words = {
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
      `Bonjour ${name}, l’adresse avec laquelle vous vous connectez à ${client} a été modifiée. Vous avez été déconnecté de tous vos appareils et les liens avec d’autres accès ont pris fin.`,
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
      'Si vous ne vous y attendiez pas, mettez fin au lien sur votre page de profil et prévenez immédiatement votre service RH.',
    unlinked: 'Pour passer de nouveau de l’un à l’autre, liez-les sur votre page de profil.',
    address: 'Si vous ne vous y attendiez pas, prévenez immédiatement votre service RH.',
  },
  action: 'Ouvrir mon profil',
  footer: 'Vous recevez ce message parce qu’il concerne l’un de vos accès.',
}

/** Tells a person what was done to their log-in, in their language. */
export function noticeMail({ email, facts, by }: NoticeJob, reader: NoticeReader, publicUrl: string): Mail {
  const language = ourLanguage(reader.language)
  const words = language === 'fr' ? FRENCH : ENGLISH
  const { text, html } = letter({
    language,
    heading: words.subject[facts.kind],
    paragraphs: [words.text[facts.kind](reader.first_name, reader.client_name), words.unexpected[facts.kind]],
    facts: [...factsOf(words, facts), [words.labels.by, actorOf(words, by)]],
    action: { label: words.action, url: `${publicUrl}/portal/profile` },
    footer: words.footer,
  })
  return { to: email, subject: words.subject[facts.kind], text, html }
}

function factsOf({ labels }: Words, facts: NoticeFacts): [string, string][] {
  const rows: [string, string | undefined][] =
    facts.kind === 'address'
      ? [
          [labels.old, facts.old],
          [labels.current, facts.current],
        ]
      : [
          [labels.employee, facts.employee],
          [labels.manager, facts.manager],
        ]
  return rows.filter((row): row is [string, string] => row[1] !== undefined)
}

function actorOf({ by }: Words, { type, name }: NoticeJob['by']): string {
  if (type === 'system' || name === null) return by.system
  return type === 'application' ? by.application(name) : by.user(name)
}
