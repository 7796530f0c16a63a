import assert from 'node:assert/strict'
import { findVaultFile, listVault, type VaultDocument } from '#modules/documents/index.ts'
import type { VaultLink } from '#modules/documents/vault/schemas.ts'
import type { TestApp, TestApplication } from '#test/harness/app.ts'
import { acme } from '#test/harness/builders.ts'

/** What there is of vaults, and of links to them, of the client acme. */
export function vaultCalls(service: TestApp) {
  const { v2, db } = service

  /** All that an employee finds in the vault. */
  async function inVault(employee: string | null): Promise<VaultDocument[]> {
    const page = await listVault(db, acme.client, { employeeTechnicalId: employee ?? '' }, { perPage: 100 })
    assert.equal(page.next, undefined)
    return page.rows
  }

  const idsInVault = async (employee: string | null) => (await inVault(employee)).map((one) => one.id)

  const fileInVault = (employee: string | null, id: string) => findVaultFile(db, acme.client, employee ?? '', id)

  async function linksOf(employee: string | null, application: TestApplication = 'payroll'): Promise<VaultLink[]> {
    const answer = await v2('GET', `/vault_links?employee_technical_id=${employee}`, { application })
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json()
  }

  /** The link that an employee has. */
  async function theLink(employee: string | null): Promise<VaultLink> {
    const links = await linksOf(employee)
    assert.equal(links.length, 1)
    return links[0] as VaultLink
  }

  const unlink = ({ id }: Pick<VaultLink, 'id'>) => v2('DELETE', `/vault_links/${id}`)
  const link = (employee: string | null) => v2('POST', '/vault_links', { body: { employee_technical_id: employee } })

  /** Deletes the link that an employee has. */
  async function unlinked(employee: string | null): Promise<VaultLink> {
    const one = await theLink(employee)
    const answer = await unlink(one)
    assert.equal(answer.statusCode, 204, answer.body)
    return one
  }

  return { inVault, idsInVault, fileInVault, linksOf, theLink, unlink, unlinked, link }
}
