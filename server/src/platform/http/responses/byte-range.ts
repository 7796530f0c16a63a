import type { ByteRange } from '#platform/blobs/blobs.ts'

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * What a Range header asks for, of so many bytes: undefined when it is to be ignored, as one of a form that is not served
 * (RFC 9110, 14.2), several ranges among them; null when it asks for nothing that is there.
 */
export function rangeIn(header: string | undefined, sizeBytes: number): ByteRange | null | undefined {
  const [, first = '', last = ''] = ONE_RANGE.exec(header?.replaceAll(' ', '') ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes)
    return length === 0 ? null : { start: sizeBytes - length, end: sizeBytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start < sizeBytes ? { start, end } : null
}
