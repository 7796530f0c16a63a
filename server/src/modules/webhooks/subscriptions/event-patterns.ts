import { EVENT_RESOURCES, eventNames } from '#kernel/events/catalogue.ts'
import type { FieldError } from '#platform/problem.ts'

/** Decisions 5.1. */
const ALIASES: Record<string, string> = { 'signature.*': 'signature_process.*' }

const KNOWN = new Set<string>([
  '*',
  ...eventNames,
  ...Object.keys(EVENT_RESOURCES).map((resource) => `${resource}.*`),
  ...Object.keys(ALIASES),
])

export function checkEventPatterns(events: string[]): FieldError[] {
  return events.flatMap((event, index) =>
    KNOWN.has(event) ? [] : [{ field: `events.${index}`, code: 'unknown_event', message: `Event ${event} not found.` }],
  )
}

/** What is looked for in the names of events. */
export function patternsOf(events: readonly string[]): string[] {
  return [...new Set(events.map((event) => ALIASES[event] ?? event))]
}
