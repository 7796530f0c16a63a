import { declareColumns } from '#kernel/personal-data/columns.ts'

export const mailColumns = declareColumns({
  area: 'Mails',
  holdings: {
    mails: {
      name: 'Sent mails',
      what: 'address, subject, when, and what the mail server said; not the text',
      whose: ['employees', 'managers', 'outsiders'],
      why: 'To answer whether a mail was sent, and why it did not arrive',
      until: '90 days; removed every night',
      seenBy:
        'Administrators with `system:read`; subjects with titles of documents or requests only for those who may read all of them',
      erasure: { by: 'mails', how: 'deleted', but: 'Mails to others lose their subject if it names the employee.' },
      handedOut: 'mails',
    },
    folder: {
      name: 'Mails on disk',
      what: 'whole mails with their links, on an installation without a mail server',
      whose: ['employees', 'managers', 'outsiders'],
      why: 'To try the service out; a mail server takes them otherwise',
      until: 'Until the operator removes them',
      seenBy: 'The operator',
      erasure: { by: 'mails', how: 'deleted' },
      handedOut: { not: 'The list of mails is in the package.' },
      elsewhere: 'the mail folder',
    },
  },
  tables: {
    mails: {
      holds: { mails: ['recipient', 'subject', 'failure', 'search_text', 'attempted_at', 'sent_at'] },
      none: ['client_id', 'key', 'message_id', 'kind', 'attempts', 'in_folder'],
    },
  },
})
