import { hash } from 'node:crypto'
import type { FieldError } from '#platform/problem.ts'
import { isCleanText } from '#platform/text/text.ts'

const MAX_CODE_CHARACTERS = 255
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what a code may not hold.
const FORBIDDEN = /[/\u0000-\u001f\u007f-\u009f]/

/** Where a value stands in its data set's tree. */
export type ValuePath = {
  path: string
  code: string
  level: number
  pathKey: string
  parentPath: string | undefined
  parentKey: string | null
}

/** Reads `fr.paris.hq`: the codes from the first level down. Undefined when it is not a path. */
export function parseValuePath(path: string): ValuePath | undefined {
  const codes = path.split('.')
  if (!codes.every(isCode)) return undefined
  const parentPath = codes.length > 1 ? path.slice(0, path.lastIndexOf('.')) : undefined
  return {
    path,
    code: codes.at(-1) ?? '',
    level: codes.length,
    pathKey: keyOfPath(path),
    parentPath,
    parentKey: parentPath === undefined ? null : keyOfPath(parentPath),
  }
}

export function isCode(code: string): boolean {
  // A text has no more characters than UTF-16 units, so most codes need not be counted.
  const isShort = code.length <= MAX_CODE_CHARACTERS || [...code].length <= MAX_CODE_CHARACTERS
  return code !== '' && isShort && !FORBIDDEN.test(code) && isCleanText(code)
}

/** The first half of the path's SHA-256, written as a UUID: short enough for every index, whatever the path. */
export function keyOfPath(path: string): string {
  const hex = hash('sha256', path, 'hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

export function invalidPath(field: string): FieldError {
  return {
    field,
    code: 'invalid_path',
    message:
      'A value path must consist of codes joined by dots; each code has 1 to 255 characters, without slashes or control characters.',
  }
}

export function tooDeep(field: string, dimensions: number): FieldError {
  return {
    field,
    code: 'too_deep',
    message: `The path has more codes than the data set has dimensions (${dimensions}).`,
  }
}

export function unknownParent(field: string, parent: string): FieldError {
  return { field, code: 'unknown_parent', message: `Value ${parent} not found.` }
}
