import type { SetupChange } from '#kernel/resources/setup-section.ts'
import type { AppliedClient } from './open-setup.ts'

/** What applying a file did, in lines for a person. */
export function reportSetup(applied: AppliedClient[]): string {
  const lines = applied.flatMap(({ id, changes, skipped }) => {
    const changed = changes.filter((one) => one.outcome !== 'unchanged')
    return [
      `client ${id}: ${changed.length === 0 ? 'nothing changed' : `${changed.length} changed, ${changes.length - changed.length} unchanged`}`,
      ...changed.map((one) => `  ${one.outcome} ${one.what}`),
      ...changed.flatMap((one) => (one.madeSecret ? [`  secret of ${one.what} (shown once): ${one.madeSecret}`] : [])),
      ...notesOn(changes).map((note) => `  ${note}`),
      ...(skipped.length > 0 ? [`  not known to this version, skipped: ${skipped.join(', ')}`] : []),
    ]
  })
  return lines.join('\n')
}

/** What the operator should know: what was left as people made it, and what is weak in the file. No secrets. */
export function notesOn(changes: SetupChange[]): string[] {
  return changes.flatMap(({ what, left, warning }) => [
    ...(left ? [`${what}: ${left}`] : []),
    ...(warning ? [`${what}: ${warning}`] : []),
  ])
}
