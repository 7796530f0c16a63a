import { declareColumns } from '#kernel/personal-data/columns.ts'

const PUBLISHED = 'of the knowledge base, written for everyone who may read it'

export const articleColumns = declareColumns({
  area: 'Content and configuration',
  holdings: {},
  tables: {
    articles: {
      none: [
        'client_id',
        'key',
        'slug',
        'body',
        'language_code',
        'translations',
        'categories',
        'featured',
        'state',
        'audience_key',
        'created_at',
        'updated_at',
      ],
      harmless: { title: PUBLISHED, sort_title: PUBLISHED },
    },
    article_audiences: {
      none: [
        'client_id',
        'key',
        'digest',
        'for_employees',
        'for_managers',
        'organization_keys',
        'roles',
        'custom_field_rules',
      ],
    },
    article_categories: {
      none: ['client_id', 'slug', 'language_code', 'description', 'localized_descriptions', 'created_at', 'updated_at'],
      harmless: { name: PUBLISHED, localized_names: PUBLISHED, search_text: PUBLISHED },
    },
    article_hits: { none: ['client_id', 'key', 'total_hits'] },
    article_postings: { none: ['client_id', 'term', 'block', 'bits'] },
  },
})
