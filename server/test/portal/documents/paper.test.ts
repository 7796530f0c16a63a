import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { distributionSection } from '#modules/distributions/settings/setup-section.ts'
import { CONTENT, expectAccessible } from '#test/harness/browser/accessibility.ts'
import { startPortal } from '#test/harness/browser/browser.ts'
import { addNora, demoCaller, NORA } from '#test/harness/browser/demo-managers.ts'
import { aKeyPair, startSshd } from '#test/harness/files/sshd.ts'
import { portalCalls } from '#test/harness/http/portal-calls.ts'

const SAMPLES = join(import.meta.dirname, '../../../../docs/guides/samples')
const service = await startPortal()
const sshd = await startSshd()
await addNora(service)
const call = portalCalls(service).as(NORA, 'demo')

/** A paper configuration whose carrier is OpenSSH's server, with this host key. */
async function withCarrier(host_key: string): Promise<void> {
  const { host, port, user, directory, privateKey } = sshd
  const carrier = { kind: 'sftp' as const, host, port, user, directory, host_key, private_key: privateKey }
  const paper_configurations = [{ code: 'carried', name: 'Carried', carrier }]
  await service.doWork(demoCaller, (work) => distributionSection.apply(work, { paper_configurations }, service.keyring))
}

/** A project that is waiting for its validation, and whose paper the carrier takes. */
async function aProject(name: string): Promise<number> {
  const address = { package_address: '1 rue Haute', package_postcode: '75001', package_city: 'Paris' }
  const body = { name, delivery_paper_conf: 'carried', package_last_name: 'Office', ...address }
  const { id } = (await call('POST', '/manager/distributions', { body })).json()
  const page = await service.openPage(`/portal/manager/distributions/${id}`, { as: NORA })
  await page.getByText('Drop files here').waitFor()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose files' }).click(),
  ])
  await chooser.setFiles(join(SAMPLES, 'payslips.pdf'))
  await page.getByRole('button', { name: 'Send 1 file' }).click()
  await page.getByText('To validate', { exact: true }).first().waitFor()
  await page.done()
  await call('POST', `/manager/distributions/${id}/validate`)
  return id
}

const openPaper = (id: number, options = {}) =>
  service.openPage(`/portal/manager/distributions/${id}?tab=paper`, { as: NORA, ...options })

describe('the paper of a project', () => {
  test('says why the carrier did not take it; tried again, each envelope is handed over', async () => {
    await withCarrier(aKeyPair().fingerprint)
    const id = await aProject('Payslips by post')
    const page = await openPaper(id)
    await page.getByText('host key has changed').waitFor()
    await page.getByText('Next attempt:').waitFor()
    await page.getByRole('button', { name: 'Ready 2' }).waitFor()
    await expectAccessible(page, CONTENT)

    await withCarrier(sshd.hostKey)
    await page.getByRole('button', { name: 'Try now' }).click()

    await page.getByText('Receipt: packages-').waitFor()
    await page.getByRole('row').getByText('Handed over').first().waitFor()
    await page.done()
    assert.equal((await readdir(sshd.directory)).filter((one) => one.startsWith(`packages-${id}-`)).length, 1)
    assert.equal((await call('GET', `/manager/distributions/${id}`)).json().status, 'completed')
  })

  test('is taken care of by a person, in French and on a phone', async () => {
    await withCarrier(aKeyPair().fingerprint)
    const id = await aProject('Courriers')
    const options = { as: 'manager:M-1', language: 'fr-FR', width: 360, height: 740, colorScheme: 'dark' } as const
    const page = await openPaper(id, options)
    await page.getByText('sa clé d’hôte diffère').waitFor()

    await page.getByRole('button', { name: 'Prise en charge manuelle…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Je m’en charge' }).click()

    await page.getByText('Pris en charge manuellement').waitFor()
    await page.done()
    const { status, hand_over, packages } = (await call('GET', `/manager/distributions/${id}`)).json()
    assert.deepEqual([status, hand_over.status, packages.prepared], ['completed', 'by_hand', 2])
  })
})
