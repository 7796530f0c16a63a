import { type Static, Type } from 'typebox'
import { NamedObject, Text } from '#platform/http/validation/schemas.ts'
import type { Mark } from '#platform/pdf/workers/pdf-workers.ts'
import { type FieldError, invalidFields } from '#platform/problem.ts'

const MAX_STROKES = 200
const MAX_NUMBERS = 4000

/** A signature: a typed name, or drawn lines. */
export const DrawingInput = NamedObject('SignatureDrawing', {
  kind: Type.Unsafe<'typed' | 'drawn'>({ type: 'string', enum: ['typed', 'drawn'] }),
  text: Type.Optional(Text({ minLength: 1, maxLength: 100, description: 'Of what is typed.' })),
  aspect: Type.Optional(
    Type.Number({ minimum: 0.2, maximum: 20, description: 'How many times wider than high the drawn area is.' }),
  ),
  strokes: Type.Optional(
    Type.Array(Type.Array(Type.Number({ minimum: 0, maximum: 1 }), { minItems: 2, maxItems: MAX_NUMBERS }), {
      minItems: 1,
      maxItems: MAX_STROKES,
      description: 'Of what is drawn: x, y, x, y … of each line, as parts of the width and height of the area.',
    }),
  ),
})
export type DrawingInput = Static<typeof DrawingInput>

export type Drawing = Mark['drawing']

/** A signature that can be seen. */
export function parseDrawing({ kind, text, aspect, strokes }: DrawingInput): Drawing {
  if (kind === 'typed') {
    const name = text?.trim() ?? ''
    if (name === '') throw invalidFields([missing('drawing.text')])
    return { kind, text: name }
  }
  const errors = [
    ...(aspect === undefined ? [missing('drawing.aspect')] : []),
    ...(strokes === undefined ? [missing('drawing.strokes')] : []),
    ...(strokes ?? []).flatMap((one, index) => (one.length % 2 === 0 ? [] : [halfPoint(index)])),
  ]
  if (errors.length > 0 || aspect === undefined || strokes === undefined) throw invalidFields(errors)
  if (strokes.reduce((sum, one) => sum + one.length, 0) > MAX_NUMBERS * 10) {
    throw invalidFields([{ field: 'drawing.strokes', code: 'too_large', message: 'This has too many points.' }])
  }
  return { kind, aspect, strokes }
}

function missing(field: string): FieldError {
  return { field, code: 'required', message: 'This field is required.' }
}

function halfPoint(index: number): FieldError {
  return { field: `drawing.strokes.${index}`, code: 'invalid', message: 'A point must have two numbers.' }
}
