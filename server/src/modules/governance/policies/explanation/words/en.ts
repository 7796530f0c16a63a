import type { RetentionWords } from '#modules/governance/policies/explanation/explain.ts'

export const words: RetentionWords = {
  kept: 'Kept without an end: no retention policy applies.',
  waiting: (policy) => `Kept by the policy “${policy}”, whose time has not begun yet.`,
  scheduled: (policy, day) => `Kept until ${day} by the policy “${policy}”.`,
  due: (policy, day) => `Due since ${day} by the policy “${policy}”.`,
  postponed: (policy, day, until) => `Postponed until ${until}; by the policy “${policy}” the date is ${day}.`,
  held: (policy) => `Under legal hold, so it stays${policy === null ? '.' : ` whatever the policy says: ${policy}`}`,
}
