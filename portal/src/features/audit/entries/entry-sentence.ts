import type { NamedEntry } from '../audit.api.ts'

type Told = Pick<NamedEntry, 'action' | 'actor' | 'subject' | 'subject_hash'>

/** Whether an entry concerns the person who did it. */
export function isOwn({ actor, subject }: Pick<Told, 'actor' | 'subject'>): boolean {
  if (!actor || !subject || actor.id === null) return false
  return actor.type === subject.type && actor.id === subject.technical_id
}

/** Whether an entry concerns a person, who may have been erased since. */
export const hasSubject = ({ subject_hash }: Pick<Told, 'subject_hash'>): boolean => subject_hash !== null

export type SentenceForm = 'own' | 'about' | 'plain'

/** The forms in which an entry can be told, the best one first: not every action has all of them. */
export function formsOf(entry: Told): SentenceForm[] {
  if (isOwn(entry)) return ['own', 'plain']
  return hasSubject(entry) ? ['about', 'plain'] : ['plain']
}
