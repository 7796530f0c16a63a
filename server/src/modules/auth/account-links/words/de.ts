import type { CodeMailWords } from '#modules/auth/account-links/code-mail.ts'

export const words: CodeMailWords = {
  subject: (code) => `${code} ist Ihr Code zum Verknüpfen zweier Zugänge`,
  heading: 'Ihre Zugänge verknüpfen',
  text: (name, askedBy) =>
    `Guten Tag ${name}, ${askedBy} möchte den eigenen Zugang mit Ihrem verknüpfen. Wenn beide Ihnen gehören, geben Sie den Code auf der Seite ein, auf der Sie ihn angefordert haben.`,
  label: 'Code',
  lasts: 'Er gilt einmal, zehn Minuten lang und nur in dem Browser, in dem er angefordert wurde.',
  footer: 'Falls Sie das nicht waren, geben Sie den Code nicht weiter: Wer ihn kennt, kann zu Ihrem Zugang wechseln.',
}
