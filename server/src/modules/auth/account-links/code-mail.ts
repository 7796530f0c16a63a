import { ourLanguage } from '#kernel/languages/our-language.ts'
import { letter } from '#platform/mail/letter.ts'
import type { Mail } from '#platform/mail/mail.ts'

type CodeFacts = {
  recipient: { email: string; first_name: string; language: string | null }
  code: string
  askedBy: string
}

type Words = {
  subject: (code: string) => string
  heading: string
  text: (name: string, askedBy: string) => string
  label: string
  lasts: string
  footer: string
}

const ENGLISH: Words = {
  subject: (code) => `${code} is your code to link two log-ins`,
  heading: 'Link your log-ins',
  text: (name, askedBy) =>
    `Hello ${name}, ${askedBy} wants to link their log-in with yours. If both are yours, enter the code on the page where you asked for it.`,
  label: 'Code',
  lasts: 'It works once, within ten minutes, and only in the browser that asked for it.',
  footer: 'If it was not you, do not share the code: anyone who has it can switch to your log-in.',
}

const FRENCH: Words = {
  subject: (code) => `${code} est votre code pour lier deux accès`,
  heading: 'Lier vos accès',
  text: (name, askedBy) =>
    `Bonjour ${name}, ${askedBy} souhaite lier son accès au vôtre. Si les deux sont à vous, saisissez le code sur la page où vous l’avez demandé.`,
  label: 'Code',
  lasts: 'Il fonctionne une seule fois, pendant dix minutes, et uniquement dans le navigateur qui l’a demandé.',
  footer:
    'Si vous n’êtes pas à l’origine de cette demande, ne communiquez ce code à personne\u00a0: il permet de passer à votre accès.',
}

/** The mail with the code by which somebody shows that a log-in is theirs, in that person's language. */
export function codeMail({ recipient, code, askedBy }: CodeFacts): Mail {
  const language = ourLanguage(recipient.language)
  const words = language === 'fr' ? FRENCH : ENGLISH
  const { text, html } = letter({
    language,
    heading: words.heading,
    paragraphs: [words.text(recipient.first_name, askedBy), words.lasts],
    facts: [[words.label, code]],
    footer: words.footer,
  })
  return { to: recipient.email, subject: words.subject(code), text, html }
}
