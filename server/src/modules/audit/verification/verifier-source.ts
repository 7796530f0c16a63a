import { readFile } from 'node:fs/promises'

const RUN = `
const [path, fingerprint] = process.argv.slice(2)
if (path) process.exitCode = await verifyFile(path, { say: console.log, fingerprint })
else {
  console.error('Usage: node verify.mjs FILE [SHA-256 fingerprint of the sealing certificate]')
  process.exitCode = 2
}
`

/** The verifier as a program of its own: the file that the service itself uses, and a line that runs it. */
export async function verifierSource(): Promise<string> {
  return (await readFile(new URL('./verify.mjs', import.meta.url), 'utf8')) + RUN
}
