import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { expectAccessible, OVERLAYS } from '#test/harness/browser/accessibility.ts'
import { expect, startPortal } from '#test/harness/browser/browser.ts'
import { addNora, NORA } from '#test/harness/browser/demo-managers.ts'
import { signingCalls } from '#test/harness/browser/demo-signing.ts'
import { follow } from '#test/harness/browser/pages.ts'
import { aPdf } from '#test/harness/files/pdf.ts'
import { asPayload } from '#test/harness/http/form.ts'

const portal = await startPortal()
const { openPage } = portal
const EMMA = 'employee:E-2001'
await addNora(portal)
const { aStartedProcess } = await signingCalls(portal)
const { id: processId } = await aStartedProcess('Contract', [{ type: 'employee', technical_id: 'E-2001' }])

async function send(path: string, parts: Record<string, string | File>): Promise<string> {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) form.set(name, value)
  const { headers, payload } = await asPayload(form)
  const key = { 'x-api-key': portal.credentials.api_key }
  const answer = await portal.app.inject({ method: 'POST', url: path, payload, headers: { ...headers, ...key } })
  assert.ok(answer.statusCode < 300, answer.body)
  return answer.json().id
}
const certificate = { form_code: 'certificate', creator_technical_id: 'M-EN', employee_technical_id: 'E-2001' }
const requestId = await send('/api/requests/', { ...certificate, copies: '1', visible_to_employee: 'true' })
const letter = { title: 'Letter', document_type_code: 'contract', employee_technical_id: 'E-1001' }
await send('/api/v1/enterprise/documents/', {
  data: JSON.stringify(letter),
  file: new File([new Uint8Array(aPdf('letter'))], 'letter.pdf'),
})

type Role = Parameters<Page['getByRole']>[0]
/** What is pressed, one after the other. */
type Steps = [role: Role, name: string | RegExp][]

/** Opens something over the page, looks at it, and closes it with the key that does so everywhere. */
async function look(page: Page, steps: Steps): Promise<void> {
  for (const [role, name] of steps) await page.getByRole(role, { name }).first().click()
  const overlay = page.locator(OVERLAYS).filter({ visible: true })
  await overlay.last().waitFor()
  await expectAccessible(page, OVERLAYS)
  const name = steps.at(-1)?.[1]
  for (let tries = 0; tries < 3 && (await overlay.count()) > 0; tries += 1) {
    await page.keyboard.press('Escape')
    await overlay
      .last()
      .waitFor({ state: 'hidden', timeout: 2000 })
      .catch(() => {})
  }
  await expect(overlay, `${name} closes with Escape`).toHaveCount(0)
}

/** Never two of the same route in a row: `follow` waits for another heading. */
const OF_MANAGERS: [path: string, ...overlays: Steps[]][] = [
  [
    '/portal/manager/requests?view=all',
    [['button', /Account of/]],
    [['button', /Language/]],
    [['button', /^Appearance/]],
    [['button', /^Search/]],
    [['combobox', 'Status']],
    [
      ['checkbox', 'Select all rows shown'],
      ['button', 'Assign'],
    ],
    [['button', 'Close']],
  ],
  [`/portal/manager/requests/${requestId}`, [['button', 'Move to']], [['button', 'Open the calendar']]],
  ['/portal/manager/employees', [['button', 'All organizations']]],
  ['/portal/manager/employees/E-1001/documents', [['button', 'Preview Letter']]],
  ['/portal/manager/articles/new', [['button', 'New topic']]],
  [
    '/portal/admin/people',
    [['button', 'Add a person']],
    [
      ['button', 'Add a person'],
      ['menuitem', 'Add a manager'],
    ],
  ],
  [
    '/portal/admin/organizations?code=FR-PAR',
    [['button', 'Add an organization']],
    [['button', 'Move']],
    [['button', 'Edit']],
  ],
  ['/portal/admin/roles', [['button', 'Add a role']], [['button', /Team lead/]]],
  ['/portal/admin/custom-fields', [['button', 'Add a field']], [['button', /^Delete/]]],
  ['/portal/admin/forms', [['button', 'New form']]],
  ['/portal/admin/organizations?tab=groups', [['button', 'Add a group']]],
  ['/portal/admin/datasets', [['button', 'New data set']]],
  ['/portal/admin/applications', [['button', 'New application']], [['button', /^Actions/]]],
  ['/portal/admin/webhooks', [['button', 'New webhook']]],
  ['/portal/admin/applications?tab=keys', [['button', 'New API key']]],
  ['/portal/admin/events', [['link', 'Article: created']]],
]

describe('what opens over a page', () => {
  test('can be used by everybody, for managers and administrators', async () => {
    const page = await openPage('/portal/manager', { as: NORA })
    const problems: string[] = []
    for (const [path, ...overlays] of OF_MANAGERS) {
      await follow(page, path)
      for (const steps of overlays) {
        await look(page, steps).catch((error: Error) => problems.push(`${path} ${steps.at(-1)?.[1]}: ${error.message}`))
      }
    }
    assert.deepEqual(problems, [])
    await page.done()
  })

  test('can be used by everybody, for employees, also on a phone and in the dark', async () => {
    const page = await openPage(`/portal/sign/${processId}`, { as: EMMA, colorScheme: 'dark' })
    await look(page, [['button', /^Refuse|^Decline/]])
    await page.setViewportSize({ width: 360, height: 740 })
    await follow(page, '/portal/documents')
    await look(page, [['button', 'Open the navigation']])
    await look(page, [['button', 'Open the calendar']])
    await look(page, [['button', /^Search/]])
    await page.done()
  })
})
