import { type Static, Type } from 'typebox'
import { ORIGINS, PRIORITIES } from '#modules/requests/schemas.ts'
import { LongText, NamedObject, OneOf, Text, When } from '#platform/http/validation/schemas.ts'
import { checkAgainst } from '#platform/http/validation/validation.ts'
import type { FieldError } from '#platform/problem.ts'
import { filesIn, NO_FILE, parseFlag, type Submitted } from './parse-answers.ts'

/** What every new request may say of itself, whatever its form. */
export const NewRequest = NamedObject('NewRequest', {
  form_code: Text({ minLength: 1, maxLength: 20 }),
  creator_technical_id: Text({ maxLength: 50, description: 'The manager who creates it.' }),
  employee_technical_id: Type.Optional(Text({ maxLength: 50, description: 'The employee it concerns.' })),
  subject: Type.Optional(
    Text({ maxLength: 256, description: 'Required on the default form; otherwise derived from its title.' }),
  ),
  body: Type.Optional(LongText({ description: 'HTML. Required on the default form.' })),
  origin: Type.Optional(OneOf(ORIGINS, { description: 'Defaults to `API`.' })),
  priority: Type.Optional(OneOf(PRIORITIES, { description: 'Defaults to `NORMAL`.' })),
  visible_to_employee: Type.Optional(
    Type.Boolean({ description: 'Whether the employee sees it and is mailed about it. Defaults to false.' }),
  ),
  processing_date_due: Type.Optional(When({ description: 'Defaults to what the form says, else to none.' })),
  callback_url: Type.Optional(
    Type.String({ format: 'web-address', maxLength: 2048, description: 'Called for everything that happens to it.' }),
  ),
})
export type NewRequest = Static<typeof NewRequest>

/** The names of these parameters; a field of a form is called otherwise. */
export const PARAMETERS: ReadonlySet<string> = new Set(Object.keys(NewRequest.properties))

/** Reads the parameters of a new request from a form. What is empty counts as left out. */
export function parseParameters(submitted: Submitted): { input: Partial<NewRequest>; errors: FieldError[] } {
  const errors: FieldError[] = []
  const given: Record<string, unknown> = {}
  for (const name of PARAMETERS) {
    const texts = submitted.fields[name] ?? []
    if (filesIn(submitted, name).length > 0) errors.push({ field: name, ...NO_FILE })
    else if (texts.length > 1)
      errors.push({ field: name, code: 'repeated', message: 'This field must be sent only once.' })
    else if (texts[0]) given[name] = name === 'visible_to_employee' ? (parseFlag(texts[0]) ?? texts[0]) : texts[0]
  }
  const known = new Set(errors.map((one) => one.field))
  errors.push(...checkAgainst(NewRequest, given).filter((one) => !known.has(one.field)))
  return { input: given as Partial<NewRequest>, errors }
}
