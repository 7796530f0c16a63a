import { declareColumns } from '#kernel/personal-data/columns.ts'

export const uploadColumns = declareColumns({
  area: 'Imports, uploads and bulk actions',
  holdings: {
    uploads: {
      name: 'Uploads',
      what: 'files that were sent ahead of their use, and their names',
      whose: ['employees', 'managers', 'outsiders'],
      why: 'To send a large file once, and to name it in the call that uses it',
      until: 'A day; removed every hour',
      seenBy: 'Administrators and applications with `uploads:read`',
      erasure: {
        by: 'distributions',
        how: 'deleted',
        but: 'These are uploads of files that went. Others end after a day; they say nothing of whom they are about.',
      },
      handedOut: { not: 'An upload says nothing of whom it is about; what it was used for is in the package.' },
    },
  },
  tables: {
    uploads: {
      holds: { uploads: ['filename'] },
      none: ['client_id', 'id', 'content_type', 'size', 'sha256', 'expires_at', 'created_at'],
    },
  },
})
