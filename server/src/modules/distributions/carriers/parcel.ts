import type { Readable } from 'node:stream'
import type { JobContext } from '#kernel/jobs.ts'

/** All packages of a project that go to the carrier, as one ZIP with the manifest in it. */
export type Parcel = {
  /** The same in every attempt, so that the carrier can tell that it has the packages already. */
  deliveryId: string
  projectId: number
  /** The ZIP from its beginning; every time the same bytes, as long as nothing that is printed on it changes. */
  read(): Readable
}

export type SendDeps = Pick<JobContext, 'outbound' | 'carrierRoot' | 'clock' | 'signal'> & {
  /** How long the carrier may be silent. */
  silenceMs?: number
}
