import { buildPortal } from '../portal/build.ts'
import { buildServer } from '../server/build.ts'

/** Builds what is not up to date: the bundle of the server, and the portal. */
export async function build(say: (line: string) => void): Promise<void> {
  await buildServer(say)
  await buildPortal(say)
}

if (import.meta.main) await build(console.log)
