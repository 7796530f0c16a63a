import { randomBytes } from 'node:crypto'
import { DESKS, deskSetup } from './desks.ts'
import { COMPANIES, MANAGERS } from './people.ts'
import { CLIENT, DATASETS } from './tree.ts'

export const APPLICATION = 'bench'
export const SECRET = randomBytes(24).toString('base64url')
export const API_KEY = randomBytes(24).toString('base64url')
export const SHARED_TOKEN = randomBytes(24).toString('base64url')

const inEnglishAndFrench = (english: string, french: string) => [
  { language_code: 'en-us', value: english },
  { language_code: 'fr-fr', value: french },
]

const company = (id: string) => ({
  id,
  applications: [{ id: APPLICATION, name: 'Bench', secret: SECRET }],
  custom_fields: [{ code: 'grade', name: 'Grade', type: 'list', values: ['junior', 'senior'] }],
  roles: [{ code: 'hr', name: 'HR', permissions: ['*'] }],
  managers: Object.keys(MANAGERS).map((one) => ({
    ...{ technical_id: one, first_name: 'Manager', last_name: one, email: `${one}@people.example` },
  })),
})

/** A client with the data sets, still empty, and one for each company, with nobody in it but managers. */
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
    ...Object.values(DESKS).map(deskSetup),
  ],
}
