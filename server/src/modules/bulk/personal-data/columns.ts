import { declareColumns } from '#kernel/personal-data/columns.ts'

export const bulkColumns = declareColumns({
  area: 'Imports, uploads and bulk actions',
  holdings: {
    bulkActions: {
      name: 'Bulk actions',
      what: 'who asked for it, the people or requests that were chosen or the search for them, and why one was left out',
      whose: ['employees', 'managers'],
      why: 'To do many things at once, each once, and to say what was not done',
      until: '30 days after the end; removed every quarter of an hour',
      seenBy: 'The manager who asked for it',
      erasure: {
        expires: 'Gone 30 days after the action ended, which is no later than the usual grace of an erasure.',
      },
      handedOut: { not: 'What an action changed is in the package where it was changed.' },
    },
  },
  tables: {
    bulk_actions: {
      holds: { bulkActions: ['user_key', 'options', 'filter', 'items'] },
      none: [
        'client_id',
        'id',
        'kind',
        'state',
        'stop_code',
        'total',
        'done',
        'skipped',
        'failed',
        'created_at',
        'started_at',
        'progressed_at',
        'finished_at',
      ],
    },
    bulk_action_exceptions: {
      holds: { bulkActions: ['item', 'message'] },
      none: ['client_id', 'bulk_action_id', 'position', 'outcome', 'code'],
    },
  },
})
