import type { PasswordMailWords } from '#modules/auth/passwords/password-mail.ts'

export const words: PasswordMailWords = {
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
