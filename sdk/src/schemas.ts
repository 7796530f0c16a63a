import type { components as unversioned } from './generated/unversioned.ts'
import type { components as v1 } from './generated/v1.ts'
import type { components as v2 } from './generated/v2.ts'

/** What the calls of `createDossier` take and answer, by name: `Schemas['Employee']`. */
export type Schemas = v2['schemas']

/** What the calls of `createDossierWithApiKey` take and answer, by name: `ApiKeySchemas['Request']`. */
export type ApiKeySchemas = unversioned['schemas']

/** What its deprecated calls take and answer, by name: `V1Schemas['NoteOnEmployee']`. */
export type V1Schemas = v1['schemas']
