import { checkAgainst } from '#platform/http/validation/validation.ts'
import { StartRefused } from '#platform/start-refused.ts'

/** Checks what an operator typed by the same rules as a file or a call. */
export function refuseMistakes(schema: object, given: object): void {
  const mistakes = checkAgainst(schema, given).map(({ field, message }) => `${field}: ${message}`)
  if (mistakes.length > 0) throw new StartRefused(mistakes.join('\n'))
}
