import type { Shape } from './content/tree.ts'
import type { Database } from './database.ts'
import type { Load } from './load/load.ts'
import type { Options } from './options.ts'
import type { Service } from './service.ts'

/** What every measurement works with. */
export type Bench = {
  options: Options
  database: Database
  service: Service
  load: Load
  /** Of the data sets that are read, and of those that are written to. */
  shapes: { large: Shape; small: Shape; written: Shape }
}

export const CONNECTIONS = 16
/** How the connections of each side are named in the database. */
export const NAMES = { subject: 'dossier', reference: 'bench-reference' }
