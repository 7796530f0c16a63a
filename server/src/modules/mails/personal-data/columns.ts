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
      erasure: { by: 'mails', how: 'deleted' },
      handedOut: 'mails',
    },
  },
  tables: {
    mails: {
      holds: { mails: ['recipient', 'subject', 'failure', 'search_text', 'attempted_at', 'sent_at'] },
      none: ['client_id', 'key', 'message_id', 'kind', 'attempts', 'in_folder'],
    },
  },
})
