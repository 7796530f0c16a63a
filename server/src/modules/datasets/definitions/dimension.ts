export const MAX_DIMENSIONS = 10

/** Letters, digits, `_` and `-`. */
export const DIMENSION_ID = '^[\\p{L}\\p{N}_-]{1,100}$'
const FORM = new RegExp(DIMENSION_ID, 'u')

export function isDimensionId(text: string): boolean {
  return FORM.test(text)
}
