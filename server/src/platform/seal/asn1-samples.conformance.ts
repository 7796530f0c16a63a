import { Integer, Sequence } from 'asn1js'
import { rawOf, readAsn1, toDer, valuesIn } from './asn1.ts'

/** A sequence of values that are written already. */
export function sequence(...values: Buffer[]): Buffer {
  return toDer(new Sequence({ value: values.map((one) => readAsn1(one)) }))
}

/** A whole number that is not negative, its highest byte first. */
export function integer(number: number | Buffer): Buffer {
  return toDer(typeof number === 'number' ? new Integer({ value: number }) : new Integer({ valueHex: number }))
}

/** The values within a value, as they are written. */
export function valuesOf(bytes: Buffer): Buffer[] {
  return valuesIn(readAsn1(bytes)).map(rawOf)
}

/** The timestamp within the answer of an authority. */
export function tokenIn(reply: Buffer): Buffer {
  return valuesOf(reply)[1] ?? Buffer.alloc(0)
}
