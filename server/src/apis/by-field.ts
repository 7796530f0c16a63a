import type { FieldError } from '#platform/problem.ts'

/** Refusals as groups B and C write them: each field with its messages. */
export function byField(fields: FieldError[]): Record<string, string[]> {
  const messages: Record<string, string[]> = Object.create(null)
  for (const { field, message } of fields) messages[field] = [...(messages[field] ?? []), message]
  return messages
}
