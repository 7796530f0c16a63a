import assert from 'node:assert/strict'
import type { Document } from '#apis/site/openapi/document.ts'
import { committedDocuments } from './openapi.ts'

let declared: Map<string, Set<number>> | undefined

/** Watches the log of a service for answers of the published API that its OpenAPI files do not declare. */
export function watchAnswers() {
  const undeclared = new Set<string>()
  return {
    see(line: string): void {
      if (!line.includes('"request.answered"')) return
      const { method, route, status } = JSON.parse(line) as { method: string; route: string | null; status: number }
      if (!isDeclared(method, route ?? '', status)) undeclared.add(`${status} of ${method} ${route}`)
    },
    check(): void {
      assert.deepEqual([...undeclared], [], 'Answers that openapi/*.json does not declare; see describe-operation.ts.')
    },
  }
}

function isDeclared(method: string, route: string, status: number): boolean {
  declared ??= statusesOf(Object.values(committedDocuments()))
  const path = route.replace(/:(\w+)/g, '{$1}').replace(/(.)\/$/, '$1')
  const statuses = declared.get(`${method} ${path}`) ?? (method === 'HEAD' ? declared.get(`GET ${path}`) : undefined)
  // The address of `bulk` looks like that of a resource, and answers as an address that takes other methods.
  if (status === 405) return true
  // Routes that tests mount, the site and unknown addresses are not described; nor are the portal's calls published.
  return statuses === undefined || path.startsWith('/portal/') || statuses.has(status)
}

function statusesOf(documents: Document[]): Map<string, Set<number>> {
  const operations = documents.flatMap(({ paths }) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { responses }]) => ({
        call: `${method.toUpperCase()} ${path}`,
        responses,
      })),
    ),
  )
  return new Map(operations.map(({ call, responses }) => [call, new Set(Object.keys(responses).map(Number))]))
}
