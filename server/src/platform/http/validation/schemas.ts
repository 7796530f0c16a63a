import { type Static, type TObject, type TObjectOptions, type TProperties, Type } from 'typebox'
import { DEFAULT_PER_PAGE } from '#platform/db/lists/keyset-page.ts'

/** An object that the OpenAPI documents describe once, under this name, and refer to everywhere else. */
export const NamedObject = <Properties extends TProperties>(
  title: string,
  properties: Properties,
  options: TObjectOptions = {},
) => Type.Object(properties, { title, ...options })

/** The fields of a refusal. */
export const FieldErrors = Type.Array(
  NamedObject('FieldError', {
    field: Type.String({ description: 'The dotted path of the field, with zero-based positions in lists.' }),
    code: Type.String(),
    message: Type.String(),
  }),
)

/** A text of the caller's. The format refuses what cannot be stored: NUL and broken surrogate pairs. */
export const Text = (
  options: { minLength?: number; maxLength?: number; description?: string; pattern?: string } = {},
) => Type.String({ format: 'text', ...options })

/** A text that may be as long as a body. */
export const LongText = (options: { minLength?: number; description?: string } = {}) =>
  Text({ maxLength: 1024 * 1024, ...options })

/** Values under codes that each tenant defines; the operation checks them against those definitions. */
export const ByCode = <Value = unknown>(maxProperties: number, description: string) =>
  Type.Unsafe<Record<string, Value>>({ type: 'object', additionalProperties: true, maxProperties, description })

/** One schema for "this or null": a union of two would answer one wrong value with three errors. */
export const Nullable = <Kind extends 'string' | 'integer'>(type: Kind, options: Record<string, unknown> = {}) =>
  Type.Unsafe<(Kind extends 'string' ? string : number) | null>({ type: [type, 'null'], ...options })

/** A body that may be left out: Fastify hands `null` to its schema then. */
export const OptionalBody = <Body extends TObject>(schema: Body) =>
  Type.Unsafe<Static<Body> | null | undefined>({ ...schema, type: ['object', 'null'] })

/** An answered moment, as RFC 3339 has it. */
export const Timestamp = (options: { description?: string } = {}) => Type.String({ format: 'date-time', ...options })
export const NullableTimestamp = (options: { description?: string } = {}) =>
  Nullable('string', { format: 'date-time', ...options })

/** A text that may be left out or null. */
export const OptionalText = (maxLength: number, options: Record<string, unknown> = {}) =>
  Type.Optional(Nullable('string', { format: 'text', maxLength, ...options }))

/** A bound on a date with a time, in a list's query. */
export const Moment = (description: string) => Type.String({ format: 'moment', maxLength: 40, description })

/** A date, with or without a time. */
export const When = (options: { description: string }) => Type.String({ format: 'when', maxLength: 40, ...options })

export const OneOf = <const Values extends readonly string[]>(values: Values, options: Record<string, unknown> = {}) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options })

/** The sort parameter of a list: one of these names, or one with a leading `-` for descending. */
export const Sort = <const Names extends readonly string[]>(names: Names, description = '') =>
  Type.Unsafe<Names[number] | `-${Names[number]}`>({
    type: 'string',
    enum: names.flatMap((name) => [name, `-${name}`]),
    description: `A leading \`-\` sorts in descending order. ${description}`.trim(),
  })

export const PerPage = (most: number) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: most,
      default: DEFAULT_PER_PAGE,
      description: `Items per page, up to ${most}.`,
    }),
  )

export const Cursor = Text({
  maxLength: 2000,
  description: 'From the Next-Cursor or Previous-Cursor header of a page.',
})

export const NoContent = Type.Null({ description: 'No content.' })

/** The wish for `sanitized_body` beside a `body` that is answered as it was sent. */
export const SanitizeQuery = {
  sanitize: Type.Optional(
    Type.Boolean({ description: 'Add `sanitized_body`: the HTML of `body` that is safe to show. Defaults to false.' }),
  ),
}
export const SanitizedBody = Type.Optional(
  Nullable('string', {
    description:
      'Only with `sanitize=true`: `body` without anything that runs, tracks or restyles. Null without a body, and where the bodies of the answer exceed 512 KiB or 20,000 tags; such a body may fit when it is read by itself.',
  }),
)
