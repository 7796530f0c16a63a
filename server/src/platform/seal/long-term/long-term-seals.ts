import type { X509Certificate } from 'node:crypto'
import { Counter, type Registry } from 'prom-client'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Outbound } from '#platform/outbound/outbound.ts'
import type { GetTimestamp } from '#platform/seal/sign-cms.ts'
import { TimestampRefused } from '#platform/seal/timestamp-refused.ts'
import { CertificateRevoked, RevocationUnknown } from './revocation-failure.ts'

export type Extension =
  /** `renewAt` is when it has to be done again; null if never. */
  | { outcome: 'extended'; bytes: Uint8Array<ArrayBuffer>; renewAt: Date | null }
  /** The file stays as it is, and may be tried again at `renewAt`. */
  | { outcome: 'impossible' | 'revoked'; reason: string; renewAt: Date | null }
  /** `authority` names the one that gave no answer that can be used. */
  | { outcome: 'postponed'; authority: string; reason: string; renewAt: Date }

/** The authority that gives timestamps to all clients. */
export const TIMESTAMP_AUTHORITY = 'timestamp authority'

/** Extends seals to the level that the operator wants. */
export type LongTermSeals = { extend(file: Uint8Array): Promise<Extension> }

type Deps = { outbound: Outbound; clock: Clock; log: Pick<Log, 'warn'>; metrics: Registry }
type Options = {
  roots?: readonly X509Certificate[] | undefined
  /** For B-LTA: gets document timestamps. */
  timestamp?: GetTimestamp | undefined
  /** How long before the certificate of a document timestamp expires the next one is due. */
  renewalDays: number
}

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** Less than a day: the daily run takes what is due when it begins, and postpones it some time after that. */
export const RETRY_AFTER_MS = 20 * HOUR_MS

export function openLongTermSeals(deps: Deps, { roots, timestamp, renewalDays }: Options): LongTermSeals {
  const { outbound, clock, log, metrics } = deps
  const extensions = new Counter({
    name: 'dossier_seal_extensions_total',
    help: 'Seals that were to get validation data, by outcome: extended, postponed, impossible, revoked.',
    labelNames: ['outcome'],
    registers: [metrics],
  })

  function renewalOf(expiresAt: Date | null): Date | null {
    if (!expiresAt) return null
    const remainingMs = expiresAt.getTime() - clock.now().getTime()
    // A certificate that expires soon anyway is renewed halfway, not every day.
    return new Date(expiresAt.getTime() - Math.min(renewalDays * DAY_MS, remainingMs / 2))
  }

  async function tryToExtend(file: Uint8Array): Promise<Extension> {
    try {
      // Loaded with the first seal: its libraries would take a tenth of a second of every start.
      const { extendSeal } = await import('./extend-seal.ts')
      const { bytes, expiresAt } = await extendSeal({ outbound, clock, roots }, file, timestamp)
      return { outcome: 'extended', bytes, renewAt: renewalOf(expiresAt) }
    } catch (error) {
      return describeFailure(error, new Date(clock.now().getTime() + RETRY_AFTER_MS))
    }
  }

  return {
    async extend(file) {
      const extension = await tryToExtend(file)
      const { outcome } = extension
      extensions.inc({ outcome })
      if (outcome !== 'extended') log.warn({ outcome, reason: extension.reason }, 'seal.not_extended')
      return extension
    },
  }
}

/** What the failure of an authority means; throws any other. */
function describeFailure(error: unknown, tomorrow: Date): Extension {
  const isOfAuthority =
    error instanceof CertificateRevoked || error instanceof RevocationUnknown || error instanceof TimestampRefused
  if (!isOfAuthority) throw error
  const reason = error.message
  if (error instanceof CertificateRevoked) return { outcome: 'revoked', reason, renewAt: tomorrow }
  if (error instanceof TimestampRefused) {
    return { outcome: 'postponed', authority: TIMESTAMP_AUTHORITY, reason, renewAt: tomorrow }
  }
  if (error.isFinal) return { outcome: 'impossible', reason, renewAt: null }
  return { outcome: 'postponed', authority: error.authority ?? '', reason, renewAt: tomorrow }
}
