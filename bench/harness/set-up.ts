import { randomBytes } from 'node:crypto'
import { CLIENT, DATASETS } from './tree.ts'

export const APPLICATION = 'bench'
export const SECRET = randomBytes(24).toString('base64url')

const inEnglishAndFrench = (english: string, french: string) => [
  { language_code: 'en-us', value: english },
  { language_code: 'fr-fr', value: french },
]

/** One client, one application, and the data sets, still empty. */
export const setupFile = {
  clients: [
    {
      id: CLIENT.id,
      languages: CLIENT.languages,
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
  ],
}
