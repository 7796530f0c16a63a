import { type DoWork, systemActor } from '#kernel/work.ts'
import { type DemoKind, insertDemoLogIn } from '#modules/auth/index.ts'
import { listClientIds } from '#modules/clients/index.ts'
import type { AccountOwner } from '#modules/directory/index.ts'
import { newSecret } from '#platform/crypto/keyring.ts'
import type { Db } from '#platform/db/db.ts'
import { demoArticles } from './demo-articles.ts'
import { demoDistribution } from './demo-distribution.ts'
import { demoForms } from './demo-forms.ts'
import { demoPeople } from './demo-people.ts'
import type { SetupFile } from './setup-file.ts'

export const DEMO_CLIENT = 'demo'
export const demoLanguages = ['en-us', 'fr-fr']

/** The people whom the log-in page of the demo offers. */
const DEMO_PEOPLE = {
  employee: { scope: 'employee', technicalId: 'E-1001' },
  hr_manager: { scope: 'manager', technicalId: 'M-1' },
  administrator: { scope: 'manager', technicalId: 'A-1' },
} as const satisfies Record<DemoKind, AccountOwner>

/** Makes it known that a client is the demo: from now on its log-ins are offered and can be shown again. */
export async function markDemo({ doWork }: { doWork: DoWork }): Promise<void> {
  const client = { id: DEMO_CLIENT, languages: demoLanguages }
  await doWork({ client, actor: systemActor }, async (work) => {
    for (const [kind, owner] of Object.entries(DEMO_PEOPLE)) {
      await insertDemoLogIn(work.tx, work.client, kind as DemoKind, owner)
    }
  })
}

export type DemoCredentials = {
  client_id: string
  application_id: string
  application_secret: string
  api_key: string
  /** The log-ins of the demo. */
  people: { employee: DemoPerson; manager: DemoPerson; administrator: DemoPerson }
}
type DemoPerson = { email: string; password: string }

const inEnglishAndFrench = (english: string, french: string) => [
  { language_code: 'en-us', value: english },
  { language_code: 'fr-fr', value: french },
]

const named = (code: string, english: string, french: string) => ({
  code,
  localized_names: inEnglishAndFrench(english, french),
})

/** Whether the database holds nothing but the demo. */
export async function isDemo(db: Db): Promise<boolean> {
  const ids = await listClientIds(db, 2)
  return ids.length === 1 && ids[0] === DEMO_CLIENT
}

/** A small client to try the service with. Its secrets are other ones for each installation. */
export function demoSetup(passwordOf: (technicalId: string) => string = newPassword): {
  file: SetupFile
  credentials: DemoCredentials
} {
  const credentials: DemoCredentials = {
    client_id: DEMO_CLIENT,
    application_id: 'demo-app',
    application_secret: newSecret(),
    api_key: newSecret(),
    people: {
      employee: logInOf(DEMO_PEOPLE.employee.technicalId, passwordOf),
      manager: logInOf(DEMO_PEOPLE.hr_manager.technicalId, passwordOf),
      administrator: logInOf(DEMO_PEOPLE.administrator.technicalId, passwordOf),
    },
  }
  const { people } = credentials
  const demo = {
    id: DEMO_CLIENT,
    name: 'Demo company',
    languages: demoLanguages,
    applications: [
      { id: credentials.application_id, name: 'Demo application', secret: credentials.application_secret },
    ],
    api_keys: [{ name: 'demo-key', key: credentials.api_key }],
    ...demoPeople,
    managers: demoPeople.managers
      .map((one) => withPassword(one, people.manager))
      .map((one) => withPassword(one, people.administrator)),
    employees: demoPeople.employees.map((one) => withPassword(one, people.employee)),
    datasets: [
      {
        id: 'offices',
        localized_names: inEnglishAndFrench('Offices', 'Bureaux'),
        dimensions: [
          { id: 'country', localized_names: inEnglishAndFrench('Country', 'Pays') },
          { id: 'city', localized_names: inEnglishAndFrench('City', 'Ville') },
        ],
        values: [
          named('fr', 'France', 'France'),
          named('fr.paris', 'Paris', 'Paris'),
          named('fr.lyon', 'Lyon', 'Lyon'),
          named('gb', 'United Kingdom', 'Royaume-Uni'),
          named('gb.london', 'London', 'Londres'),
        ],
      },
    ],
    forms: demoForms,
    ...demoArticles,
    distribution: demoDistribution,
    signature_types: [
      {
        id: 'simple',
        name: 'Simple electronic signature',
        localized_names: inEnglishAndFrench('Simple electronic signature', 'Signature électronique simple'),
        expiry_days: 30,
        reminder_days: 7,
      },
    ],
  }
  return { file: { clients: [demo] }, credentials }
}

/** Short enough to be typed. */
function newPassword(): string {
  return newSecret().replaceAll(/[-_]/g, '').slice(0, 12)
}

function logInOf(technicalId: string, passwordOf: (technicalId: string) => string): DemoPerson {
  const everybody = [...demoPeople.managers, ...demoPeople.employees]
  const email = everybody.find((one) => one.technical_id === technicalId)?.email ?? ''
  return { email, password: passwordOf(technicalId) }
}

function withPassword<Person extends { email: string }>(person: Person, { email, password }: DemoPerson) {
  return person.email === email ? { ...person, password } : person
}
