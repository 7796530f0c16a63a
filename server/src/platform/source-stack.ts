import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

const BUNDLED_PLACE = /(file:\/\/\/[^\s()]+\.mjs):(\d+):(\d+)/g
/** Long enough for a burst of errors; a map takes megabytes. */
const KEPT_MS = 60_000

const maps = new Map<string, SourceMap | undefined>()

/**
 * A stack whose places in the bundle are places in the TypeScript sources. The maps are read when an error is reported:
 * `--enable-source-maps` would read all of them at every start.
 */
export function sourceStack(stack: string): string {
  return stack.replace(BUNDLED_PLACE, (place: string, url: string, line: string, column: string) => {
    const origin = mapOf(url)?.findOrigin(Number(line), Number(column))
    if (!origin || !('fileName' in origin)) return place
    return `${new URL(origin.fileName, url)}:${origin.lineNumber}:${origin.columnNumber}`
  })
}

function mapOf(url: string): SourceMap | undefined {
  if (maps.size === 0) setTimeout(() => maps.clear(), KEPT_MS).unref()
  if (!maps.has(url)) maps.set(url, readMap(url))
  return maps.get(url)
}

function readMap(url: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, 'utf8')))
  } catch {
    return undefined
  }
}
