import { ABOUT_MANAGERS, declareColumns } from '#kernel/personal-data/columns.ts'

export const importColumns = declareColumns({
  area: 'Imports, uploads and bulk actions',
  holdings: {
    imports: {
      name: 'Imports',
      what: 'of managers and data sets: the CSV file and its name, who sent it, the lines that were refused with their cells',
      whose: ['managers'],
      why: 'To load many at once, and to mend and send again what was refused',
      until: 'For ever',
      seenBy: 'Administrators and applications with `imports:read`; for data sets `dataset_imports:read`',
      ...ABOUT_MANAGERS,
    },
  },
  tables: {
    imports: {
      holds: { imports: ['filename', 'actor_type', 'actor_id', 'actor_name', 'errors'] },
      none: [
        'client_id',
        'id',
        'key',
        'kind',
        'dataset_id',
        'mode',
        'on_error',
        'is_dry_run',
        'dimensions_count',
        'values_count',
        'content_type',
        'sha256',
        'origin',
        'status',
        'result',
        'stats',
        'progress',
        'runs',
        'steps_done',
        'started_at',
        'finished_at',
        'created_at',
        'updated_at',
      ],
    },
    import_report_lines: {
      holds: { imports: ['message', 'cells'] },
      none: ['client_id', 'import_id', 'position', 'severity', 'line', 'field', 'code'],
    },
  },
})
