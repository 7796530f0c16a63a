const address = (street: string, postcode: string, city: string, country: string) => ({
  address: street,
  postcode,
  city,
  country,
})
const PARIS = address('12 rue de la Paix', '75002', 'Paris', 'France')
const LYON = address('5 place Bellecour', '69002', 'Lyon', 'France')
const LONDON = address('221 Baker Street', 'NW1 6XE', 'London', 'United Kingdom')

type Person = { id: string; name: string; place: string; number: string; grade: string; home: object; left?: string }

/** All that HR does for employees. How the service is set up, and who may do what in it, is for administrators. */
const HR_PERMISSIONS = [
  'employees:*',
  'employee_documents:*',
  'company_documents:*',
  'vault_links:*',
  'notes:*',
  'requests:*',
  'requests:read_all',
  'articles:*',
  'distributions:*',
  'signatures:*',
]

/** A small company: where it is, who works there, who looks after them. */
export const demoPeople = {
  organizations: [
    { code: 'GROUP', ...inBoth('Demo company', 'Société Démo') },
    { code: 'FR', ...inBoth('France', 'France'), parent: 'GROUP' },
    {
      code: 'FR-PAR',
      ...inBoth('Paris office', 'Bureau de Paris'),
      parent: 'FR',
      ...address('18 rue de Londres', '75009', 'Paris', 'France'),
    },
    {
      code: 'FR-LYO',
      ...inBoth('Lyon office', 'Bureau de Lyon'),
      parent: 'FR',
      ...address('3 place Bellecour', '69002', 'Lyon', 'France'),
    },
    { code: 'GB', ...inBoth('United Kingdom', 'Royaume-Uni'), parent: 'GROUP' },
    {
      code: 'GB-LON',
      ...inBoth('London office', 'Bureau de Londres'),
      parent: 'GB',
      ...address('40 Leadenhall Street', 'EC3A 2BJ', 'London', 'GB'),
    },
  ],
  organization_groups: [
    { code: 'offices', ...inBoth('All offices', 'Tous les bureaux'), organizations: ['FR-PAR', 'FR-LYO', 'GB-LON'] },
  ],
  custom_fields: [
    { code: 'grade', ...inBoth('Grade', 'Niveau'), type: 'list', values: ['junior', 'senior', 'lead'] },
    { code: 'hired_on', ...inBoth('Hired on', 'Date d’embauche'), type: 'date' },
    { code: 'remote', ...inBoth('Works remotely', 'En télétravail'), type: 'boolean' },
  ],
  roles: [
    { code: 'admin', ...inBoth('Administrator', 'Administrateur'), permissions: ['*'] },
    { code: 'hr', ...inBoth('HR manager', 'Responsable RH'), permissions: HR_PERMISSIONS },
    {
      code: 'team-lead',
      ...inBoth('Team lead', 'Responsable d’équipe'),
      permissions: ['employees:read', 'employee_documents:read', 'requests:*', 'notes:*'],
    },
  ],
  employees: [
    { id: 'E-1001', name: 'Ada Moreau', place: 'FR-PAR', number: '1001', grade: 'senior', home: PARIS },
    { id: 'E-1002', name: 'Béla Fekete', place: 'FR-PAR', number: '1002', grade: 'junior', home: PARIS },
    { id: 'E-1003', name: 'Chloé Lefèvre', place: 'FR-LYO', number: '1003', grade: 'lead', home: LYON },
    { id: 'E-1004', name: 'David Okafor', place: 'FR-LYO', number: '1004', grade: 'junior', home: LYON },
    { id: 'E-2001', name: 'Emma Clarke', place: 'GB-LON', number: '2001', grade: 'senior', home: LONDON },
    { id: 'E-2002', name: 'Farid Haddad', place: 'GB-LON', number: '2002', grade: 'junior', home: LONDON },
    {
      id: 'E-2003',
      name: 'Grace Lindqvist',
      place: 'GB-LON',
      number: '2003',
      grade: 'lead',
      home: LONDON,
      left: '2025-06-30',
    },
  ].map(toEmployee),
  managers: [
    toManager('A-1', 'Nadia Brunel', { role: 'admin', organizations: ['GROUP'], include_below: true }),
    toManager('M-1', 'Hélène Petit', { role: 'hr', organizations: ['GROUP'], include_below: true }),
    toManager('M-2', 'Ian Walsh', { role: 'team-lead', organizations: ['GB-LON'], include_below: false }),
  ],
  document_types: [
    {
      id: 1,
      code: 'contract',
      kind: 'employee',
      ...inBoth('Employment contract', 'Contrat de travail'),
      visible_by_employee: true,
      metas: [{ code: 'signed_on', name: 'Signed on', type: 'date' }],
    },
    {
      id: 2,
      code: 'payslip',
      kind: 'employee',
      ...inBoth('Payslip', 'Bulletin de paie'),
      visible_by_employee: true,
      metas: [{ code: 'period', name: 'Period', type: 'string', required: true }],
    },
    {
      id: 3,
      code: 'id-card',
      kind: 'employee',
      ...inBoth('Identity card', 'Carte d’identité'),
      visible_by_employee: true,
      upload_by_employee: true,
    },
    {
      id: 4,
      code: 'policy',
      kind: 'company',
      visible_by_employee: true,
      ...inBoth('Company policy', 'Règlement interne'),
    },
    { id: 5, code: 'letter', kind: 'employee', ...inBoth('Letter', 'Courrier'), visible_by_employee: true },
  ],
}

function toEmployee({ id, name, place, number, grade, home, left }: Person) {
  const registration = { organization_code: place, employee_number: number }
  return {
    technical_id: id,
    ...named(name),
    ...home,
    registrations: [left ? { ...registration, active: false, departure_date: left } : registration],
    custom_fields: { grade },
  }
}

/** Who says nothing of a language is spoken to in that of the browser. */
function toManager(technical_id: string, name: string, profile: object) {
  return { technical_id, ...named(name), profiles: [profile] }
}

function named(name: string) {
  const [first_name = '', last_name = ''] = name.split(' ')
  const mailbox = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(' ', '.')
  return { first_name, last_name, email: `${mailbox}@demo.example` }
}

/** English is the plain name. */
function inBoth(name: string, french: string) {
  const localized_names = [
    { language_code: 'en-us', value: name },
    { language_code: 'fr-fr', value: french },
  ]
  return { name, localized_names }
}
