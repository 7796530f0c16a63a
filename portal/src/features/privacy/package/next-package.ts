import type { AccessPackage } from '#features/privacy/my-data.api.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type Asked = Pick<AccessPackage, 'origin' | 'status' | 'created_at'>

/** When the employee may ask for another package: undefined if that is now. */
export function nextPackageAt(packages: readonly Asked[], now: number): Date | undefined {
  const last = packages.find(({ origin, status }) => origin === 'employee' && status !== 'failed')
  if (!last) return undefined
  const next = new Date(last.created_at).getTime() + DAY_MS
  return next > now ? new Date(next) : undefined
}
