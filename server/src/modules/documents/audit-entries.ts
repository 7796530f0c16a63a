import type { FastifyRequest } from 'fastify'
import { personOf } from '#kernel/access/session-person.ts'
import { type AuditAction, type AuditEntry, employeeSubject } from '#kernel/audit/audit-entry.ts'
import type { AuditTrail } from '#kernel/audit/audit-trail.ts'
import { asDownload, asView, readingOf } from '#kernel/audit/reading.ts'
import type { BeforeBytes } from '#platform/http/responses/before-bytes.ts'
import type { Kind } from './schemas.ts'

type Named = { id: string; kind: Kind; employee_technical_id: string | null }

export function documentEntry(action: AuditAction, { id, kind, employee_technical_id }: Named): AuditEntry {
  return {
    action,
    subject: employeeSubject(employee_technical_id),
    resource: { type: `${kind}_document`, id },
  }
}

/** The caller takes the file of a document. */
export function documentDownload(request: FastifyRequest, audit: AuditTrail, document: Named): BeforeBytes {
  return asDownload(readingOf(request, audit), documentEntry('document.downloaded', document))
}

/** The caller opens a document, or looks at a page of it. */
export function documentView(request: FastifyRequest, audit: AuditTrail, document: Named): BeforeBytes {
  return asView(readingOf(request, audit), documentEntry('document.viewed', document))
}

/** A person has opened a document: it is shown once this is stored. */
export async function recordOpened(request: FastifyRequest, audit: AuditTrail, document: Named): Promise<void> {
  if (request.method !== 'HEAD') await documentView(request, audit, document)('whole')
}

/** An employee takes something out of the own vault: a document, or all of it. */
export function vaultDownload(request: FastifyRequest, audit: AuditTrail, id: string | null): BeforeBytes {
  return asDownload(readingOf(request, audit), vaultEntry('vault.downloaded', request, id))
}

/** An employee looks at a document of the own vault. */
export function vaultView(request: FastifyRequest, audit: AuditTrail, id: string): BeforeBytes {
  return asView(readingOf(request, audit), vaultEntry('document.viewed', request, id))
}

function vaultEntry(action: AuditAction, request: FastifyRequest, id: string | null): AuditEntry {
  return {
    action,
    subject: employeeSubject(personOf(request).technical_id),
    resource: { type: id === null ? 'vault' : 'vault_document', id },
  }
}
