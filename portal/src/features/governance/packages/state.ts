import type { Tone } from '#ui/feedback/StatusBadge.tsx'
import type { PackageKind, PackageStatus } from './packages.api.ts'

export const PACKAGE_TONES: Record<PackageStatus, Tone> = {
  queued: 'info',
  building: 'info',
  ready: 'good',
  failed: 'bad',
  expired: 'neutral',
}

export const PACKAGE_STATUSES = Object.keys(PACKAGE_TONES) as PackageStatus[]

export const PACKAGE_KINDS: readonly PackageKind[] = [
  'employee',
  'account',
  'documents',
  'vault',
  'requests',
  'notes',
  'signatures',
  'mails',
  'events',
  'audit',
]

/** A package can be had so long at most, and so long unless another day is chosen. */
export const MAX_DAYS = 30
export const USUAL_DAYS = 14

/** When a package that is asked for now goes: so many days on, at this time of the day. */
export function expiryIn(days: number, now: Date): string {
  // A moment earlier, so that the longest time is not too long by what the call takes.
  return new Date(now.getTime() + days * 86_400_000 - 60_000).toISOString()
}
