import { declareColumns } from '#kernel/personal-data/columns.ts'

const REFERENCE = 'of reference data, such as sites or job titles'

export const datasetColumns = declareColumns({
  area: 'Content and configuration',
  holdings: {},
  tables: {
    datasets: {
      none: [
        'client_id',
        'key',
        'id',
        'dimensions',
        'last_import_status',
        'last_import_result',
        'created_at',
        'updated_at',
        'deleted_at',
      ],
      harmless: { localized_names: REFERENCE, search_text: REFERENCE },
    },
    dataset_values: {
      none: ['client_id', 'dataset_key', 'path_key', 'key', 'parent_key', 'level', 'code', 'path'],
      harmless: { localized_names: REFERENCE, sort_name: REFERENCE, search_text: REFERENCE },
    },
    dataset_value_changes: { none: ['client_id', 'dataset_key', 'entry', 'change'] },
    dataset_links: { none: ['client_id', 'dataset_key', 'holder'] },
  },
})
