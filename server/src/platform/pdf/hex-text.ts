/** A number as two bytes. */
export function hexCode(code: number): string {
  return code.toString(16).padStart(4, '0')
}

export function utf16Hex(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex')
}
