/** The numbers from 0 to 255 in an order that comes from the digits of pi: RFC 2268, section 2. */
const SHUFFLED = Buffer.from(
  'd978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2' +
    '179a59f587b34f1361456d8d09817d32bd8f40eb86b77b0bf09521225c6b4e82' +
    '54d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb626' +
    '6fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661ed7' +
    '08e8eade8052eef784aa72ac354d6a2a961ad2715a1549744b9fd05e0418a4ec' +
    'c2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b25559731' +
    '2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a9' +
    '0d38341bab33ffb0bb480c5fb9b1cd2ec5f3db47e5a59c770aa62068fe7fc1ad',
  'hex',
)
const KEY_BYTES = 128
const BLOCK_BYTES = 8
const TURNS = [1, 2, 3, 5]
/** How often the words are mixed between the two times that they are mashed. */
const ROUNDS = [5, 6, 5]

/** RC2 in the mode CBC, which old files are encrypted with and Node's OpenSSL leaves out. As strong as the key is long. */
export function decryptRc2(encrypted: Buffer, key: Buffer, iv: Buffer): Buffer {
  const words = expand(key)
  const plain = Buffer.alloc(encrypted.length)
  for (let at = 0; at + BLOCK_BYTES <= encrypted.length; at += BLOCK_BYTES) {
    const before = at === 0 ? iv : encrypted.subarray(at - BLOCK_BYTES, at)
    const block = decryptBlock(encrypted.subarray(at, at + BLOCK_BYTES), words)
    for (const [index, byte] of block.entries()) plain[at + index] = byte ^ (before[index] ?? 0)
  }
  return withoutPadding(plain)
}

/** The 64 words that a key stands for. */
function expand(key: Buffer): Uint16Array {
  const bytes = Buffer.alloc(KEY_BYTES)
  const at = (index: number) => bytes[index] ?? 0
  const shuffled = (number: number) => SHUFFLED[number & 0xff] ?? 0
  key.copy(bytes)
  for (let index = key.length; index < KEY_BYTES; index += 1) {
    bytes[index] = shuffled(at(index - 1) + at(index - key.length))
  }
  bytes[KEY_BYTES - key.length] = shuffled(at(KEY_BYTES - key.length))
  for (let index = KEY_BYTES - key.length - 1; index >= 0; index -= 1) {
    bytes[index] = shuffled(at(index + 1) ^ at(index + key.length))
  }
  return Uint16Array.from({ length: KEY_BYTES / 2 }, (_, index) => bytes.readUInt16LE(2 * index))
}

function decryptBlock(block: Buffer, key: Uint16Array): Buffer {
  const words = Uint16Array.from([0, 2, 4, 6], (at) => block.readUInt16LE(at))
  const word = (index: number) => words[(index + 4) % 4] ?? 0
  let next = key.length - 1

  function unmix(): void {
    for (let index = 3; index >= 0; index -= 1) {
      const turn = TURNS[index] ?? 0
      const turned = (word(index) >>> turn) | (word(index) << (16 - turn))
      const chosen = (word(index - 1) & word(index - 2)) + (~word(index - 1) & word(index - 3))
      words[index] = turned - (key[next] ?? 0) - chosen
      next -= 1
    }
  }

  function unmash(): void {
    for (let index = 3; index >= 0; index -= 1) words[index] = word(index) - (key[word(index - 1) & 63] ?? 0)
  }

  for (const [number, rounds] of ROUNDS.entries()) {
    if (number > 0) unmash()
    for (let round = 0; round < rounds; round += 1) unmix()
  }
  const plain = Buffer.alloc(BLOCK_BYTES)
  for (const [index, one] of words.entries()) plain.writeUInt16LE(one, 2 * index)
  return plain
}

/** The last byte says how many there are of it. */
function withoutPadding(plain: Buffer): Buffer {
  const count = plain.at(-1) ?? 0
  const padding = plain.subarray(plain.length - count)
  const isPadded = count >= 1 && count <= BLOCK_BYTES && padding.every((byte) => byte === count)
  if (!isPadded || plain.length % BLOCK_BYTES > 0) throw new Error('The padding is wrong.')
  return plain.subarray(0, plain.length - count)
}
