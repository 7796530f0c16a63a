import type { PackageMailWords } from '#modules/governance/packages/link/mail-words.ts'

export const words: PackageMailWords = {
  subject: 'Your personal data is ready',
  hello: (name) => `Hello ${name},`,
  ready: ({ company }) =>
    `the package with everything that ${company} keeps about you is ready. It has your data, the original files, and a page that you can read without an internet connection.`,
  atPortal: 'Log in to download it.',
  byLink: 'The link is for you alone. When you open it, a code is sent to this address.',
  open: 'Open my data',
  facts: { from: 'From', until: 'Available until', oneTimeCode: 'Code' },
  footer: 'You receive this e-mail because a package of your personal data was requested.',
  codeSubject: 'Your code to open your data',
  code: 'use this code to download the package of your personal data.',
  codeLasts: 'It is valid for ten minutes. We will never ask you for it.',
  codeFooter: 'If you did not request it, you can ignore this e-mail.',
}
