import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Document } from '#apis/site/openapi/document.ts'

const ROOT = join(import.meta.dirname, '../../../..')

/** The committed OpenAPI files by name: `v2`, `v1`, `unversioned`, and `portal`, which is not published. */
export function committedDocuments(): Record<string, Document> {
  return Object.fromEntries(
    globSync('openapi/*.json', { cwd: ROOT })
      .sort()
      .map((file) => [file.slice('openapi/'.length, -'.json'.length), readDocument(file)]),
  )
}

function readDocument(file: string): Document {
  return JSON.parse(readFileSync(join(ROOT, file), 'utf8'))
}

/** A document with everything that it refers to in place. */
export function dereferenced(document: Document): Document {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...rest } = value as { $ref?: unknown }
    if (typeof $ref !== 'string')
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolve(one)]))
    const [kind = '', name = ''] = $ref.split('/').slice(2)
    return { ...(resolve(document.components[kind]?.[name]) as object), ...rest }
  }
  return { ...document, paths: resolve(document.paths) as Document['paths'] }
}
