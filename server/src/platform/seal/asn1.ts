import { type BaseBlock, type FromBerOptions, fromBER } from 'asn1js'

/** The bytes are not the ASN.1 structure that they should be. */
export class UnreadableAsn1 extends Error {
  override readonly name = 'UnreadableAsn1'
}

/** No structure that is read here nests deeper or has more values, unless its reader says so. */
const LIMITS: FromBerOptions = { maxDepth: 32, maxNodes: 10_000, parseEmbedded: false }

type Limits = FromBerOptions & {
  /** Other bytes may follow the value: zeros that fill a space, or what programs append to a file of an operator. */
  mayBeFollowed?: boolean
}

type Structure<T> = new (parameters: { schema: BaseBlock }) => T

/** The value that the bytes are. Files of others may leave lengths out and cut bytes into pieces, as BER allows. */
export function readAsn1(bytes: Uint8Array, { mayBeFollowed = false, ...limits }: Limits = {}): BaseBlock {
  const { offset, result } = parse(bytes, { ...LIMITS, ...limits })
  if (offset < 0) throw new UnreadableAsn1(result.error)
  // Nothing vouches for what follows, and answers of strangers are embedded in files as they are.
  if (offset !== bytes.length && !mayBeFollowed) throw new UnreadableAsn1('Something follows the value.')
  expectExactLengths(result)
  return result
}

/** asn1js answers most errors, and throws a few: that a time is none. */
function parse(bytes: Uint8Array, limits: FromBerOptions): ReturnType<typeof fromBER> {
  try {
    return fromBER(Uint8Array.from(bytes), limits)
  } catch (error) {
    throw new UnreadableAsn1('A value cannot be read.', { cause: error })
  }
}

/** asn1js reads values that exceed the one that holds them, and would write them down otherwise than they were signed. */
function expectExactLengths(block: BaseBlock): void {
  const { value } = block.valueBlock as { value?: unknown }
  if (!block.idBlock.isConstructed || !Array.isArray(value)) return
  const sizeBytes = value.reduce((sum: number, one: BaseBlock) => sum + one.blockLength, 0)
  if (!block.lenBlock.isIndefiniteForm && sizeBytes !== block.lenBlock.length) {
    throw new UnreadableAsn1('A value has another length than the values within it.')
  }
  for (const one of value) expectExactLengths(one)
}

/** A structure that pkijs knows, from its bytes or from a value that holds it. */
export function readAs<T>(Type: Structure<T>, source: Uint8Array | BaseBlock, limits: Limits = {}): T {
  const schema = source instanceof Uint8Array ? readAsn1(source, limits) : source
  try {
    return new Type({ schema })
  } catch (error) {
    throw new UnreadableAsn1(`The value is not a ${Type.name}.`, { cause: error })
  }
}

/** The values within a value. */
export function valuesIn(block: BaseBlock | undefined): BaseBlock[] {
  const { value } = (block?.valueBlock ?? {}) as { value?: unknown }
  if (!Array.isArray(value)) throw new UnreadableAsn1('Expected a list of values.')
  return value
}

/** A value as it was written. */
export function rawOf(block: BaseBlock): Buffer {
  return Buffer.from(block.valueBeforeDecodeView)
}

export function toDer(value: { toSchema(): BaseBlock } | BaseBlock): Buffer {
  return Buffer.from(('toSchema' in value ? value.toSchema() : value).toBER())
}
