import { declareColumns } from '#kernel/personal-data/columns.ts'

export const clientColumns = declareColumns({
  area: 'Content and configuration',
  holdings: {},
  tables: {
    clients: {
      none: [
        'id',
        'languages',
        'sealed_shared_token',
        'distribution_callback_url',
        'created_at',
        'updated_at',
        'is_active',
      ],
      harmless: { name: 'of a company' },
    },
    client_hostnames: { none: ['client_id'], harmless: { hostname: 'of a site of the company' } },
  },
})
