import createClient from 'openapi-fetch'
import type { paths } from './generated/v2.ts'
import { authorizedFetch } from './http/authorized-fetch.ts'
import { fillPath } from './http/fill-path.ts'
import { type TokenSource, tokenSource } from './http/token-source.ts'
import { type CallOptions, createTransport, type TransportOptions } from './http/transport.ts'
import { accessPackages } from './resources/access-packages.ts'
import { accounts } from './resources/accounts.ts'
import { auditEntries } from './resources/audit-entries.ts'
import { deletionRequests } from './resources/deletion-requests.ts'
import { disposals } from './resources/disposals.ts'
import { distributionProjects, distributions } from './resources/distributions.ts'
import { companyDocuments, employeeDocuments } from './resources/documents.ts'
import { datasetImports, imports } from './resources/imports.ts'
import { legalHolds } from './resources/legal-holds.ts'
import { resource } from './resources/resource.ts'
import { retentionPolicies } from './resources/retention-policies.ts'
import { signatureProcesses } from './resources/signatures.ts'
import { uploads } from './resources/uploads.ts'
import { webhooks } from './resources/webhooks.ts'

export type { Callback, CallbackType } from './callback.ts'
export {
  type ApiKeyOptions,
  createDossierWithApiKey,
  type DossierWithApiKey,
  type NewRequestParts,
  type NumberedPage,
} from './dossier-with-api-key.ts'
export type { operations, paths } from './generated/v2.ts'
export { DossierError, type FieldError } from './http/dossier-error.ts'
export type { RetryOptions } from './http/retry.ts'
export type { CallOptions, TransportOptions } from './http/transport.ts'
export type { Page, Resource } from './resources/resource-types.ts'
export type { UploadContent } from './resources/uploads.ts'
export type { ApiKeySchemas, Schemas, V1Schemas } from './schemas.ts'
export { type DownloadToSign, signDownload } from './sign-download.ts'
export { CallbackError, type CallbackHeaders, verifyCallback } from './verify-callback.ts'

export type DossierOptions = TransportOptions & {
  /** Where the service is, such as https://dossier.example.com. */
  baseUrl: string
  clientId: string
  applicationId: string
  applicationSecret: string
}

export type Dossier = ReturnType<typeof resourcesOf> & {
  /** The same client for calls that can be aborted, or that have a given idempotency key. */
  with(options: CallOptions): Dossier
}

/** The v2 client API with typed calls and answers. Access tokens are fetched and renewed by themselves. */
export function createDossier(given: DossierOptions): Dossier {
  const options = { ...given, baseUrl: given.baseUrl.replace(/\/+$/, '') }
  const tokens = tokenSource(options, createTransport(options))
  const dossierFor = (call: CallOptions): Dossier => ({
    ...resourcesOf(options, tokens, call),
    with: (other) => dossierFor({ ...call, ...other }),
  })
  return dossierFor({})
}

function resourcesOf(options: DossierOptions, tokens: TokenSource, call: CallOptions) {
  const { baseUrl } = options
  const transport = createTransport(options, call)
  const raw = createClient<paths>({ baseUrl, fetch: authorizedFetch(tokens, transport), pathSerializer: fillPath })
  const v2 = '/api/v2/client'
  return {
    /** Every call of the API as its description has it; it answers refusals rather than throw them. */
    raw,
    accounts: accounts(raw),
    articleCategories: resource(raw, `${v2}/article_categories`, `${v2}/article_categories/{slug}`, {}),
    articles: resource(raw, `${v2}/articles`, `${v2}/articles/{slug}`, {}),
    auditEntries: auditEntries(raw),
    companyDocuments: companyDocuments(raw),
    customFields: resource(raw, `${v2}/custom_fields`, `${v2}/custom_fields/{code}`, {}),
    datasetImports: datasetImports(raw),
    datasets: {
      ...resource(raw, `${v2}/datasets`, `${v2}/datasets/{id}`, {}),
      /** The values of one data set; they are named by their paths. */
      values: (datasetId: string) =>
        resource(raw, `${v2}/datasets/{id}/values`, `${v2}/datasets/{id}/values/{code}`, { id: datasetId }),
    },
    distributionProjects: distributionProjects(raw),
    distributions: distributions(raw),
    documentTypes: resource(raw, `${v2}/document_types`, `${v2}/document_types/{code}`, {}),
    employeeDocuments: employeeDocuments(raw),
    employees: resource(raw, `${v2}/employees`, `${v2}/employees/{technical_id}`, {}),
    events: resource(raw, `${v2}/events`, `${v2}/events/{id}`, {}),
    forms: resource(raw, `${v2}/forms`, `${v2}/forms/{code}`, {}),
    imports: imports(raw),
    deletionRequests: deletionRequests(raw),
    accessPackages: accessPackages(raw),
    disposals: disposals(raw),
    legalHolds: legalHolds(raw),
    notes: resource(raw, `${v2}/notes`, `${v2}/notes/{id}`, {}),
    organizationGroups: resource(raw, `${v2}/organization_groups`, `${v2}/organization_groups/{code}`, {}),
    organizations: resource(raw, `${v2}/organizations`, `${v2}/organizations/{code}`, {}),
    retentionPolicies: retentionPolicies(raw),
    roles: resource(raw, `${v2}/roles`, `${v2}/roles/{code}`, {}),
    samlIdentityProviders: resource(raw, `${v2}/saml_identity_providers`, `${v2}/saml_identity_providers/{code}`, {}),
    signatureProcesses: signatureProcesses(raw),
    signatureTypes: resource(raw, `${v2}/signature_types`, `${v2}/signature_types/{id}`, {}),
    /** The access token that all calls share: fetched by the first that needs it. */
    tokens: {
      /** For calls that other programs make. */
      current: () => tokens.current(),
      /** Revokes it, such as at the end of a program; another call would fetch a new one. */
      revoke: () => tokens.revoke(),
    },
    uploads: uploads(baseUrl, tokens, transport),
    users: resource(raw, `${v2}/users`, `${v2}/users/{technical_id}`, {}),
    vaultLinks: resource(raw, `${v2}/vault_links`, `${v2}/vault_links/{id}`, {}),
    webhooks: webhooks(raw),
  }
}
