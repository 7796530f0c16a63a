import type { AppliedClient } from './apply-setup.ts'

/** What applying a file did, in lines for a person. */
export function reportSetup(applied: AppliedClient[]): string {
  const lines = applied.flatMap(({ id, changes, skipped }) => {
    const changed = changes.filter((one) => one.outcome !== 'unchanged')
    return [
      `client ${id}: ${changed.length === 0 ? 'nothing changed' : `${changed.length} changed, ${changes.length - changed.length} unchanged`}`,
      ...changed.map((one) => `  ${one.outcome} ${one.what}`),
      ...changed.flatMap((one) => (one.madeSecret ? [`  secret of ${one.what} (shown once): ${one.madeSecret}`] : [])),
      ...(skipped.length > 0 ? [`  not known to this version, skipped: ${skipped.join(', ')}`] : []),
    ]
  })
  return lines.join('\n')
}
