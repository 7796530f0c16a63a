/** Larger files are not read only to see whether they are there already. */
const MAX_BYTES = 64 * 1024 * 1024

/** The SHA-256 of a file; nothing where the browser cannot tell, as on pages that are not encrypted. */
export async function sha256Of(file: File): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle || file.size > MAX_BYTES) return undefined
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return new Uint8Array(digest).reduce((text, byte) => text + byte.toString(16).padStart(2, '0'), '')
}
