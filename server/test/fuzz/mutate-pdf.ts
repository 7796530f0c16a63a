/** Numbers from 0 to 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    // A linear congruential generator is random enough to choose places.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

type Random = () => number
type Mutation = (bytes: Buffer, random: Random) => Buffer

const place = (length: number, random: Random) => Math.floor(random() * length)

/** Words of the format: where they change, other objects are read. */
const WORDS = [
  '/Contents',
  '/Resources',
  '/XObject',
  '/Kids',
  '/Parent',
  '/Length',
  '/Filter',
  '/Type',
  ' 0 R',
  'endobj',
]

const MUTATIONS: Mutation[] = [
  (bytes, random) => {
    const mutated = Buffer.from(bytes)
    for (let count = 1 + place(20, random); count > 0; count -= 1) {
      mutated[place(mutated.length, random)] = place(256, random)
    }
    return mutated
  },
  (bytes, random) => bytes.subarray(0, place(bytes.length, random)),
  (bytes, random) => {
    const from = place(bytes.length, random)
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + place(2000, random))])
  },
  (bytes, random) => {
    const from = place(bytes.length, random)
    const chunk = bytes.subarray(from, from + place(2000, random))
    const to = place(bytes.length, random)
    return Buffer.concat([bytes.subarray(0, to), chunk, bytes.subarray(to)])
  },
  (bytes, random) => {
    const [one = '', other = ''] = [WORDS[place(WORDS.length, random)], WORDS[place(WORDS.length, random)]]
    const at = bytes.indexOf(one, place(bytes.length, random), 'latin1')
    if (at < 0) return bytes
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(other), bytes.subarray(at + one.length)])
  },
  (bytes, random) => {
    const at = bytes.indexOf(' 0 R', place(bytes.length, random), 'latin1')
    if (at < 0) return bytes
    const mutated = Buffer.from(bytes)
    mutated[at - 1] = 0x30 + place(10, random)
    return mutated
  },
]

/** A file with up to three of its parts broken. */
export function mutatePdf(bytes: Buffer, random: Random): Buffer {
  let mutated = bytes
  for (let count = 1 + place(3, random); count > 0; count -= 1) {
    const mutate = MUTATIONS[place(MUTATIONS.length, random)]
    mutated = mutate?.(mutated, random) ?? mutated
  }
  return mutated
}
