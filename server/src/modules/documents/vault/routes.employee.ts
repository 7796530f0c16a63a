import { Type } from 'typebox'
import { callerOf } from '#kernel/access/caller.ts'
import { forVaultOwners, personOf } from '#kernel/access/session-person.ts'
import type { AuditTrail } from '#kernel/audit/audit-trail.ts'
import { vaultDownload, vaultView } from '#modules/documents/audit-entries.ts'
import { sendShownFile } from '#modules/documents/download/send-shown-file.ts'
import type { FileDeps } from '#modules/documents/filing/receive-file.ts'
import {
  FileQuery,
  ListVaultQuery,
  PageParams,
  VaultDocumentAnswer,
  VaultSummary,
  VaultYearQuery,
} from '#modules/documents/folder/schemas.ts'
import {
  PreviewContent,
  type PreviewDeps,
  PreviewQuery,
  sendPreview,
} from '#modules/documents/previews/send-preview.ts'
import { sendText, TextContent, TextQuery } from '#modules/documents/previews/send-text.ts'
import { DocumentParams } from '#modules/documents/schemas.ts'
import type { Db } from '#platform/db/db.ts'
import { answerPage, listScope, shapeOf } from '#platform/http/lists/answer-page.ts'
import type { Cursors } from '#platform/http/lists/cursor.ts'
import { BlobContent } from '#platform/http/responses/send-blob.ts'
import { FileContent, sendFile } from '#platform/http/responses/send-file.ts'
import type { Http, Routes } from '#platform/http/routes.ts'
import { getVaultRow, listVault, presentVaultDocument, summarizeVault } from './list-vault.ts'
import { vaultArchive } from './vault-archive.ts'

type VaultDeps = FileDeps & PreviewDeps & { db: Db; cursors: Cursors; audit: AuditTrail }

/** The vault of the logged-in employee. No role gives access to it. */
export function employeeVaultRoutes(deps: VaultDeps): Routes {
  return (portal) => {
    mountReading(portal, deps)
    mountArchive(portal, deps)
    mountFiles(portal, deps)
    mountText(portal, deps)
  }
}

function mountReading(portal: Http, { db, cursors, audit }: VaultDeps): void {
  portal.get(
    '/me/vault',
    {
      config: forVaultOwners,
      schema: {
        operationId: 'listMyVault',
        summary: 'Documents of my vault, newest first',
        querystring: ListVaultQuery,
        response: { 200: Type.Array(VaultDocumentAnswer) },
      },
    },
    async (request, reply) => {
      const { client } = callerOf(request)
      const { technical_id, language } = personOf(request)
      const { per_page: _, cursor: __, ...filter } = request.query
      const scope = listScope(client, '/me/vault', [technical_id, ...shapeOf(ListVaultQuery, request.query)])
      return answerPage({ cursors, reply, query: request.query, scope }, (page) =>
        listVault(db, client, { ...filter, employeeTechnicalId: technical_id, language }, page),
      )
    },
  )

  portal.get(
    '/me/vault/summary',
    {
      config: forVaultOwners,
      schema: {
        operationId: 'summarizeMyVault',
        summary: 'How much my vault holds, by year and by type',
        response: { 200: VaultSummary },
      },
    },
    async (request) => summarizeVault(db, callerOf(request).client, personOf(request)),
  )

  portal.get(
    '/me/vault/:id',
    {
      config: forVaultOwners,
      schema: {
        operationId: 'getMyVaultDocument',
        summary: 'A document of my vault',
        params: DocumentParams,
        response: { 200: VaultDocumentAnswer },
      },
    },
    async (request) => {
      const { technical_id, language } = personOf(request)
      const row = await getVaultRow(db, callerOf(request).client, technical_id, request.params.id)
      if (request.method !== 'HEAD') await vaultView(request, audit, row.id)('whole')
      return presentVaultDocument(row, language)
    },
  )
}

function mountArchive(portal: Http, deps: VaultDeps): void {
  portal.get(
    '/me/vault/archive',
    {
      config: forVaultOwners,
      schema: {
        operationId: 'getMyVaultArchive',
        summary: 'A ZIP of my vault, or of a year of it',
        description: '`index.csv` in it lists the documents with their dates and SHA-256.',
        querystring: VaultYearQuery,
        response: { 200: FileContent('application/zip', 'The archive.') },
      },
    },
    async (request, reply) => {
      const { year } = request.query
      const zip = vaultArchive(deps, callerOf(request).client, personOf(request), year)
      const filename = year === undefined ? 'vault.zip' : `vault-${year}.zip`
      reply.header('cache-control', 'no-store')
      const beforeBytes = vaultDownload(request, deps.audit, null)
      return sendFile(reply, zip, { filename, contentType: 'application/zip', beforeBytes })
    },
  )
}

function mountFiles(portal: Http, deps: VaultDeps): void {
  const { db, blobs, audit } = deps
  portal.get(
    '/me/vault/:id/file',
    {
      config: forVaultOwners,
      schema: {
        operationId: 'getMyVaultFile',
        summary: 'The file of a document of my vault',
        description: 'Supports byte ranges.',
        params: DocumentParams,
        querystring: FileQuery,
        response: BlobContent('*/*', 'The file.'),
      },
    },
    async (request, reply) => {
      const row = await getVaultRow(db, callerOf(request).client, personOf(request).technical_id, request.params.id)
      const isDownload = request.query.download ?? false
      const beforeBytes = vaultDownload(request, audit, row.id)
      return sendShownFile(request, reply, { blobs, stored: row, isDownload, beforeBytes })
    },
  )

  portal.get(
    '/me/vault/:id/pages/:page',
    {
      config: forVaultOwners,
      schema: {
        operationId: 'getMyVaultPage',
        summary: 'A picture of a page of a PDF of my vault',
        params: PageParams,
        response: PreviewContent,
      },
    },
    async (request, reply) => {
      const { id, page } = request.params
      const row = await getVaultRow(db, callerOf(request).client, personOf(request).technical_id, id)
      const beforeBytes = vaultView(request, audit, row.id)
      return sendPreview(request, reply, deps, { file: row, variant: { page }, beforeBytes })
    },
  )

  portal.get(
    '/me/vault/:id/image',
    {
      config: forVaultOwners,
      schema: {
        operationId: 'getMyVaultImage',
        summary: 'A picture of a document of my vault',
        params: DocumentParams,
        querystring: PreviewQuery,
        response: PreviewContent,
      },
    },
    async (request, reply) => {
      const row = await getVaultRow(db, callerOf(request).client, personOf(request).technical_id, request.params.id)
      const beforeBytes = vaultView(request, audit, row.id)
      return sendPreview(request, reply, deps, { file: row, variant: request.query.size ?? 'preview', beforeBytes })
    },
  )
}

function mountText(portal: Http, deps: VaultDeps): void {
  portal.get(
    '/me/vault/:id/text',
    {
      config: forVaultOwners,
      schema: {
        operationId: 'getMyVaultText',
        summary: 'The text of a PDF of my vault, and where it stands',
        params: DocumentParams,
        querystring: TextQuery,
        response: TextContent,
      },
    },
    async (request, reply) => {
      const row = await getVaultRow(
        deps.db,
        callerOf(request).client,
        personOf(request).technical_id,
        request.params.id,
      )
      const beforeBytes = vaultView(request, deps.audit, row.id)
      return sendText(reply, deps, { file: row, beforeBytes }, request.query)
    },
  )
}
