const inFrench = (value: string) => [{ language_code: 'fr-fr', value }]

/** What employees of the demo can ask for. */
export const demoForms = [
  {
    code: 'mobility',
    title: 'Mobility request',
    localized_titles: inFrench('Demande de mobilité'),
    category: {
      slug: 'career',
      name: 'Career',
      localized_names: inFrench('Carrière'),
      description: 'Moves, training and reviews',
      localized_descriptions: inFrench('Mobilité, formation et entretiens'),
    },
    featured: true,
    visible_by_employee: true,
    fields: [
      {
        code: 'country',
        label: 'Country',
        localized_labels: inFrench('Pays'),
        type: 'dataset',
        dataset: 'offices',
        dimension: 'country',
        required: true,
      },
      {
        code: 'office',
        label: 'Office',
        localized_labels: inFrench('Bureau'),
        type: 'dataset',
        dataset: 'offices',
        dimension: 'city',
        required: true,
      },
      { code: 'start', label: 'From', localized_labels: inFrench('À partir du'), type: 'date', required: true },
      {
        code: 'reason',
        label: 'Reason',
        localized_labels: inFrench('Motif'),
        type: 'select',
        choices: ['family', 'project', 'other'],
        localized_choices: [
          { choice: 'family', localized_names: inFrench('famille') },
          { choice: 'project', localized_names: inFrench('projet') },
          { choice: 'other', localized_names: inFrench('autre') },
        ],
      },
      { code: 'letter', label: 'Letter', localized_labels: inFrench('Lettre'), type: 'file' },
    ],
    assign_to: ['role:hr'],
    due_in_days: 10,
  },
  {
    code: 'certificate',
    title: 'Employment certificate',
    localized_titles: inFrench('Attestation de travail'),
    category: {
      slug: 'documents',
      name: 'Documents',
      localized_names: inFrench('Documents'),
      description: 'Certificates and copies',
      localized_descriptions: inFrench('Attestations et copies'),
    },
    visible_by_employee: true,
    fields: [
      { code: 'copies', label: 'Copies', localized_labels: inFrench('Exemplaires'), type: 'integer', required: true },
    ],
    assign_to: ['M-1'],
    due_in_days: 3,
  },
]
