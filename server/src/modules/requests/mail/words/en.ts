import type { RequestMailWords } from '#modules/requests/mail/request-mail-words.ts'

export const words: RequestMailWords = {
  newRequest: (title) => `New request: ${title}`,
  greeting: (name, news) => `Hello ${name}, ${news}`,
  updates: {
    manager: {
      created: () => 'a new request was assigned to you.',
      assigned: () => 'this request is now assigned to you.',
      moved: ({ status }) => `the status of this request changed to “${status}”.`,
      commented: ({ author }) =>
        author ? `${author} commented on this request.` : 'there is a new comment on this request.',
    },
    employee: {
      created: () => 'a request that concerns you was created.',
      moved: ({ status }) => `the status of your request changed to “${status}”.`,
      commented: ({ author }) =>
        author ? `${author} commented on your request.` : 'there is a new comment on your request.',
    },
  },
  internal: 'The comment is internal: the employee does not see it.',
  form: 'Form',
  employee: 'Employee',
  creator: 'Created by',
  priority: 'Priority',
  priorities: { LOW: 'Low', URGENT: 'Urgent' },
  due: 'Due date',
  status: 'Status',
  statuses: { created: 'Received', open: 'In progress', pending: 'On hold', closed: 'Closed' },
  open: 'Open the request',
  footer: {
    manager: 'You receive this e-mail because the request is assigned to you.',
    employee: 'You receive this e-mail because the request concerns you.',
  },
}
