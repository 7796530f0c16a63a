import { execFile } from 'node:child_process'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')
const OLDEST = 20

/** A Node of each major version that is here: this one, those of the PATH, and what `scripts/fetch-nodes.ts` fetched. */
export async function findNodes(): Promise<Map<number, string>> {
  const onPath = (process.env.PATH ?? '').split(':').map((folder) => join(folder, 'node'))
  const fetched: string[] = []
  for await (const path of glob('node_modules/.cache/nodes/node_modules/*/bin/node', { cwd: ROOT })) {
    fetched.push(join(ROOT, path))
  }
  const found = new Map<number, string>()
  for (const node of [process.execPath, ...onPath, ...fetched]) {
    const major = await majorOf(node)
    if (major !== undefined && major >= OLDEST && !found.has(major)) found.set(major, node)
  }
  return found
}

async function majorOf(node: string): Promise<number | undefined> {
  try {
    const { stdout } = await promisify(execFile)(node, ['--version'])
    return Number(/^v(\d+)/.exec(stdout)?.[1])
  } catch {
    return undefined
  }
}
