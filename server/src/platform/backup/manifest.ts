import { type Static, Type } from 'typebox'
import { Check } from 'typebox/schema'
import { StartRefused } from '#platform/start-refused.ts'

const BlobKey = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Count = Type.Integer({ minimum: 0 })
const Name = Type.String({ minLength: 1, maxLength: 63 })

const DumpedTable = Type.Object({
  schema: Name,
  name: Name,
  columns: Type.Array(Name),
  rows: Count,
  /** Its rows in the text format of COPY, compressed. */
  blob: BlobKey,
})

const DumpedSequence = Type.Object({ schema: Name, name: Name, value: Type.String({ pattern: '^-?\\d+$' }) })

const Manifest = Type.Object({
  format: Type.Literal(1),
  /** The moment that it shows. */
  taken_at: Type.String(),
  /** The version of the service that made it. */
  version: Type.String(),
  /** The last migration, and the version of the tables of the job queue. */
  migration: Name,
  jobs_version: Count,
  /** Which SECRET_KEY the texts within are encrypted under; two while it was being changed. In hexadecimal. */
  secret_key_checks: Type.Array(Type.String()),
  tables: Type.Array(DumpedTable),
  sequences: Type.Array(DumpedSequence),
  /** How many files rows name, the sorted list of them, compressed, and those that were not there. */
  files: Type.Object({ count: Count, bytes: Count, blob: BlobKey, missing: Type.Array(BlobKey) }),
})

/** What a backup consists of. It is stored last: a backup without one is none. */
export type Manifest = Static<typeof Manifest>
export type DumpedTable = Static<typeof DumpedTable>
export type DumpedSequence = Static<typeof DumpedSequence>

export function parseManifest(bytes: Buffer): Manifest {
  const given: unknown = JSON.parse(bytes.toString('utf8'))
  if (Check(Manifest, given)) return given
  throw new StartRefused(
    'A backup has a form that this version does not know; use the version of Dossier that made it.',
  )
}
