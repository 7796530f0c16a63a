import type { RetentionWords } from '#modules/governance/policies/explanation/explain.ts'

export const words: RetentionWords = {
  kept: 'Wird unbegrenzt aufbewahrt: Keine Aufbewahrungsregel trifft zu.',
  waiting: (policy) => `Wird nach der Regel „${policy}“ aufbewahrt, deren Frist noch nicht begonnen hat.`,
  scheduled: (policy, day) => `Wird nach der Regel „${policy}“ bis zum ${day} aufbewahrt.`,
  due: (policy, day) => `Nach der Regel „${policy}“ seit dem ${day} fällig.`,
  postponed: (policy, day, until) => `Bis zum ${until} zurückgestellt; nach der Regel „${policy}“ fällig am ${day}.`,
  held: (policy) =>
    `Unterliegt einer rechtlichen Sperre und bleibt erhalten${policy === null ? '.' : `, unabhängig von der Regel: ${policy}`}`,
}
