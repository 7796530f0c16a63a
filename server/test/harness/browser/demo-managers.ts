import { type Caller, type DoWork, systemActor } from '#kernel/work.ts'
import { putUser } from '#modules/directory/index.ts'

/** The client of the demo, in whose name a test changes data. */
export const demoCaller: Caller = { client: { id: 'demo', languages: ['en-us', 'fr-fr'] }, actor: systemActor }

/** Nora Blake, of the whole company. The manager of the demo who has her role reads French; she reads English. */
export const NORA = 'manager:M-EN'

export async function addNora(portal: { doWork: DoWork }): Promise<void> {
  await addManager(portal, { id: 'M-EN', firstName: 'Nora', language: 'en-us' })
}

/** A manager whose last name is Blake, with the role of human resources for the whole company. */
export async function addManager(
  { doWork }: { doWork: DoWork },
  { id, firstName, language }: { id: string; firstName: string; language: string },
): Promise<void> {
  await doWork(demoCaller, (work) =>
    putUser(work, id, {
      first_name: firstName,
      last_name: 'Blake',
      email: `${firstName.toLowerCase()}.blake@demo.test`,
      language,
      profiles: [{ role: 'hr', organizations: ['GROUP'], include_below: true }],
    }),
  )
}
