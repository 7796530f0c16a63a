import { randomBytes } from 'node:crypto'
import { CATEGORIES, EMPLOYEE, KNOWLEDGE, MANAGER, SITES } from './content/articles.ts'
import { COMPANIES, MANAGERS } from './content/people.ts'
import { REQUEST_CLIENTS, requestClientSetup } from './content/request-clients.ts'
import { PAYROLL, payrollSetup } from './content/spool.ts'
import { CLIENT, DATASETS } from './content/tree.ts'

export const APPLICATION = 'bench'
/** An application that may read people and their documents, and nothing else. */
export const PEOPLE_READER = 'people-reader'
export const SECRET = randomBytes(24).toString('base64url')
export const API_KEY = randomBytes(24).toString('base64url')
export const SHARED_TOKEN = randomBytes(24).toString('base64url')

const inEnglishAndFrench = (english: string, french: string) => [
  { language_code: 'en-us', value: english },
  { language_code: 'fr-fr', value: french },
]

const company = (id: string) => ({
  id,
  applications: [
    { id: APPLICATION, name: 'Bench', secret: SECRET },
    {
      id: PEOPLE_READER,
      name: 'Reader',
      secret: SECRET,
      permissions: ['events:read', 'employees:read', 'employee_documents:read'],
    },
  ],
  custom_fields: [{ code: 'grade', name: 'Grade', type: 'list', values: ['junior', 'senior'] }],
  roles: [{ code: 'hr', name: 'HR', permissions: ['*'] }],
  managers: Object.keys(MANAGERS).map((one) => ({
    technical_id: one,
    first_name: 'Manager',
    last_name: one,
    email: `${one}@people.example`,
  })),
})

const knowledgeBase = (id: string) => ({
  id,
  applications: [{ id: APPLICATION, name: 'Bench', secret: SECRET }],
  api_keys: [{ name: 'bench', key: keyOf(id) }],
  organizations: SITES.map((code) => ({ code, name: code })),
  custom_fields: [{ code: 'grade', name: 'Grade', type: 'list', values: ['junior', 'senior'] }],
  roles: ['hr', 'viewer'].map((code) => ({ code, name: code, permissions: ['*'] })),
  employees: [
    {
      technical_id: EMPLOYEE,
      first_name: 'Eve',
      last_name: 'Moneypenny',
      custom_fields: { grade: 'senior' },
      registrations: [{ organization_code: SITES[7], employee_number: '7' }],
    },
  ],
  managers: [
    {
      technical_id: MANAGER,
      first_name: 'Max',
      last_name: 'Boss',
      email: 'max@people.example',
      profiles: [{ role: 'hr', organizations: [SITES[7]] }],
    },
  ],
  article_categories: CATEGORIES.map((slug) => ({ slug, name: slug })),
})

/** The API key of a client. */
export function keyOf(clientId: string): string {
  return `${API_KEY}-${clientId}`
}

/** A client with the data sets, still empty, one for each company, with nobody in it but managers, and knowledge bases. */
export const setupFile = {
  clients: [
    {
      id: CLIENT.id,
      languages: CLIENT.languages,
      shared_token: SHARED_TOKEN,
      api_keys: [{ name: 'bench', key: API_KEY }],
      applications: [{ id: APPLICATION, name: 'Bench', secret: SECRET }],
      datasets: Object.values(DATASETS).map((id) => ({
        id,
        localized_names: inEnglishAndFrench(`Places ${id}`, `Lieux ${id}`),
        dimensions: [
          { id: 'country', localized_names: inEnglishAndFrench('Country', 'Pays') },
          { id: 'city', localized_names: inEnglishAndFrench('City', 'Ville') },
          { id: 'office', localized_names: inEnglishAndFrench('Office', 'Bureau') },
        ],
      })),
    },
    ...Object.values(COMPANIES).map(company),
    ...Object.values(REQUEST_CLIENTS).map((id) => requestClientSetup(id, keyOf(id))),
    ...Object.values(KNOWLEDGE).map(knowledgeBase),
    payrollSetup({ id: APPLICATION, name: 'Bench', secret: SECRET }, keyOf(PAYROLL)),
  ],
}
