import type { ConfirmationMailWords } from '#modules/auth/accounts/confirmation-mail.ts'

export const words: ConfirmationMailWords = {
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
