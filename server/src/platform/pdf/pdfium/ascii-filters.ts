const BLANKS = /[\0\t\n\f\r ]/g
const FIRST_DIGIT = 33
const BASE = 85

/** Bytes that a program wrote as ASCII85, as older ones do; undefined when they are none. */
export function fromAscii85(bytes: Buffer): Buffer | undefined {
  const text = beforeEnd(bytes.toString('latin1'), '~').replaceAll('z', '!!!!!')
  if (!/^[!-u]*$/.test(text) || text.length % 5 === 1) return undefined
  const decoded = Buffer.alloc(Math.ceil(text.length / 5) * 4)
  for (let at = 0; at < text.length; at += 5) {
    // A last group that is short is filled with the highest digit.
    const group = text.slice(at, at + 5).padEnd(5, 'u')
    const number = Array.from(group).reduce((sum, digit) => sum * BASE + digit.charCodeAt(0) - FIRST_DIGIT, 0)
    if (number > 0xffff_ffff) return undefined
    decoded.writeUInt32BE(number, (at / 5) * 4)
  }
  const missing = (5 - (text.length % 5)) % 5
  return decoded.subarray(0, decoded.length - missing)
}

/** The same for hexadecimal digits; a digit that is missing at the end is 0. */
export function fromAsciiHex(bytes: Buffer): Buffer | undefined {
  const text = beforeEnd(bytes.toString('latin1'), '>')
  return /^[\dA-Fa-f]*$/.test(text) ? Buffer.from(text.length % 2 === 0 ? text : `${text}0`, 'hex') : undefined
}

function beforeEnd(text: string, end: string): string {
  const at = text.indexOf(end)
  return (at < 0 ? text : text.slice(0, at)).replaceAll(BLANKS, '')
}
