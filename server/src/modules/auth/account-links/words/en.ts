import type { CodeMailWords } from '#modules/auth/account-links/code-mail.ts'

export const words: CodeMailWords = {
  subject: (code) => `${code} is your code to link two log-ins`,
  heading: 'Link your log-ins',
  text: (name, askedBy) =>
    `Hello ${name}, ${askedBy} wants to link their log-in with yours. If both are yours, enter the code on the page where you asked for it.`,
  label: 'Code',
  lasts: 'It works once, within ten minutes, and only in the browser that asked for it.',
  footer: 'If it was not you, do not share the code: anyone who has it can switch to your log-in.',
}
