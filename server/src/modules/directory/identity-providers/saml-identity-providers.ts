import { X509Certificate } from 'node:crypto'
import { Type } from 'typebox'
import type { Resource } from '#kernel/resources/resource-routes.ts'
import { forgetRevoked, rememberRevoked } from '#kernel/resources/revocations.ts'
import type { Work } from '#kernel/work.ts'
import { codedResource } from '#modules/directory/coded-resource.ts'
import { type CodedRow, codedTable } from '#modules/directory/coded-table.ts'
import { lockDirectory } from '#modules/directory/directory-lock.ts'
import {
  samlIdentityProviderCreated,
  samlIdentityProviderDeleted,
  samlIdentityProviderUpdated,
} from '#modules/directory/events.ts'
import { refuseUnlessClientWide } from '#modules/directory/grants/refuse-unless-holds.ts'
import { presentTimes } from '#modules/directory/present.ts'
import { IDENTITY_PROVIDER, PROVIDER_CERTIFICATE } from '#modules/directory/revocation-kinds.ts'
import { Code, ListParameters } from '#modules/directory/schemas.ts'
import { statement } from '#platform/db/statement.ts'
import { type FieldError, invalidFields } from '#platform/problem.ts'
import { SamlIdentityProvider, SamlIdentityProviderInput } from './schemas.ts'

type Row = CodedRow & Omit<SamlIdentityProvider, 'code' | 'name' | 'created_at' | 'updated_at'>

const Query = Type.Object(ListParameters)

const findHolder = statement<{ code: string }, { client_id: string; entity_id: string }>(`
  SELECT code FROM saml_identity_providers WHERE client_id = $client_id AND entity_id = $entity_id`)

const operations = codedResource<Row, SamlIdentityProvider, SamlIdentityProviderInput>({
  name: 'SAML identity provider',
  table: codedTable<Row>('saml_identity_providers', [
    'entity_id',
    'sso_url',
    'certificates',
    'match_by',
    'attribute',
    'is_active',
  ]),
  present: (row) => ({ ...row, ...presentTimes(row) }),
  async parse(work, input, before) {
    const [holder] = await findHolder(work.tx, { client_id: work.client.id, entity_id: input.entity_id })
    const certificates = input.certificates.map(toPem)
    const errors: FieldError[] = certificates.flatMap((one, index) => (one ? [] : [noCertificate(index)]))
    if (holder && holder.code !== before?.code) {
      errors.push({ field: 'entity_id', code: 'taken', message: `${holder.code} already has this entity id.` })
    }
    if (errors.length > 0) throw invalidFields(errors)
    return {
      name: input.name,
      entity_id: input.entity_id,
      sso_url: input.sso_url,
      certificates: certificates.filter((one) => one !== undefined),
      match_by: input.match_by ?? 'email',
      attribute: input.attribute ?? null,
      is_active: input.is_active ?? true,
    }
  },
  // An identity provider decides who logs in: an actor who controls one can impersonate anyone.
  refuseChange: (work) => refuseUnlessClientWide(work.tx, work, ['*']),
  events: {
    created: samlIdentityProviderCreated,
    updated: samlIdentityProviderUpdated,
    deleted: samlIdentityProviderDeleted,
  },
})

export const { putOne: putProvider, find: findProvider } = operations

/** The fingerprints of certificates, under which revocations remember them; text that is not a certificate has none. */
export function certificateIds(certificates: readonly string[]): string[] {
  return certificates.flatMap((one) => {
    const pem = toPem(one)
    return pem ? [new X509Certificate(pem).fingerprint256] : []
  })
}

type Item = SamlIdentityProvider

/** A change that people make: what they take away or switch off, the set-up file does not bring back. */
async function remembering<T>(work: Work, code: string, change: () => Promise<T>): Promise<T> {
  await lockDirectory(work)
  const before = await findProvider(work.tx, work.client, code)
  const changed = await change()
  const after: Item | undefined = await findProvider(work.tx, work.client, code)
  const [had, has] = [before, after].map((one) => certificateIds(one?.certificates ?? []))
  const removed = had?.filter((one) => !has?.includes(one)) ?? []
  await rememberRevoked(work, PROVIDER_CERTIFICATE, removed)
  await forgetRevoked(work, PROVIDER_CERTIFICATE, has ?? [])
  await (after?.is_active ? forgetRevoked : rememberRevoked)(work, IDENTITY_PROVIDER, [code])
  return changed
}

/** As PEM, whichever way it was sent: metadata hold the base64 alone. */
function toPem(text: string): string | undefined {
  const body = text.replace(/-----(BEGIN|END) CERTIFICATE-----|\s/g, '')
  try {
    return new X509Certificate(`-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----`).toString()
  } catch {
    return undefined
  }
}

function noCertificate(index: number): FieldError {
  return { field: `certificates.${index}`, code: 'invalid', message: 'This is not a valid X.509 certificate.' }
}

export const samlIdentityProviders: Resource<
  typeof SamlIdentityProvider,
  typeof Query,
  typeof SamlIdentityProviderInput
> = {
  path: '/saml_identity_providers',
  name: 'SAML identity provider',
  plural: 'SAML identity providers',
  idName: 'code',
  id: Code(100),
  item: SamlIdentityProvider,
  query: Query,
  put: SamlIdentityProviderInput,
  ...operations,
  putOne: (work, code, input) => remembering(work, code, () => putProvider(work, code, input)),
  patchOne: (work, code, input) => remembering(work, code, () => operations.patchOne(work, code, input)),
  deleteOne: (work, code) => remembering(work, code, () => operations.deleteOne(work, code)),
}
