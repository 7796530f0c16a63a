import type { NoticeMailWords } from '#modules/directory/accounts/notice-mail.ts'

export const words: NoticeMailWords = {
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
