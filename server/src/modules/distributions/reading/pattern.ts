import type { DistributionType } from '#modules/distributions/settings/schemas.ts'
import type { Match, Pattern } from '#platform/pdf/workers/pdf-workers.ts'
import { isCleanText } from '#platform/text/text.ts'

/** What a part of a spool says of itself, by the names of the pattern's groups or of the index's columns. */
export type Fields = Record<string, string>

type Mistake = { code: string; message: string }

/** How an employee is named. */
const EMPLOYEE_GROUPS = ['employee_number', 'technical_id']

export function mistakeInPattern(type: DistributionType): Mistake | undefined {
  const { format, pattern } = type
  if (format === 'zip_index') return undefined
  if (pattern === undefined) return { code: 'required', message: `The format ${format} requires a pattern.` }
  try {
    new RegExp(pattern, patternOf(type).flags)
  } catch (error) {
    return { code: 'invalid_pattern', message: `This is not a valid regular expression: ${(error as Error).message}` }
  }
  if (EMPLOYEE_GROUPS.some((one) => pattern.includes(`(?<${one}>`))) return undefined
  const message = 'It must have the group (?<employee_number>…) or (?<technical_id>…), so that employees can be found.'
  return { code: 'invalid_pattern', message }
}

/** The case of letters in the names of files means nothing to people. */
export function patternOf({ format, pattern = '' }: DistributionType): Pattern {
  return { source: pattern, flags: format === 'zip_names' ? 'iu' : 'mu' }
}

/** Fields as they can be stored; a file may hold anything. Undefined when the pattern was not found. */
export function fieldsOf(match: Match | undefined): Fields | undefined {
  if (!match) return undefined
  const fields = Object.entries(match).map(([name, text]) => [name, text && isCleanText(text) ? text.trim() : ''])
  return Object.fromEntries(fields.filter(([, text]) => text !== ''))
}
