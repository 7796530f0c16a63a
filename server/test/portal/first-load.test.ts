import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startPortal } from '#test/harness/browser/browser.ts'
import { type FirstLoad, loadFirst } from '#test/harness/browser/first-load.ts'
import type { AccountId } from '#test/harness/http/portal-calls.ts'

const portal = await startPortal()

/** What the first page may take, which decides how soon it is there; `npm run bench -- first-page` measures how soon. */
const LIMITS = { scriptBytes: 150_000, requests: 40, layoutShift: 0.05 }

const phone = { width: 360, height: 740 }
const laptop = { width: 1280, height: 800 }

type First = { path: string; last: string; viewport: typeof phone }

async function firstLoadOf(as: AccountId, { path, last, viewport }: First): Promise<FirstLoad> {
  const page = await portal.openPage('/icon.svg', { as })
  const browser = page.context().browser()
  if (!browser) throw new Error('The window has no browser.')
  const storageState = await page.context().storageState()
  const loaded = await loadFirst(browser, portal.url + path, { last, storageState, viewport })
  await page.done()
  return loaded
}

describe('the first page on a slow line', () => {
  test('of an employee is small, needs few calls, and stands still', async (t) => {
    const home = { path: '/portal', last: 'Latest documents', viewport: phone }
    const { scriptBytes, requests, layoutShift } = await firstLoadOf('employee:E-2001', home)

    t.diagnostic(JSON.stringify({ scriptBytes, requests, layoutShift }))
    assert.ok(scriptBytes > 10_000 && scriptBytes < LIMITS.scriptBytes, `${scriptBytes} bytes`)
    assert.ok(requests > 5 && requests < LIMITS.requests, `${requests} requests`)
    assert.ok(layoutShift < LIMITS.layoutShift, `shifts by ${layoutShift}`)
  })

  test('of a manager stands still', async () => {
    const home = { path: '/portal/manager', last: 'Reminders', viewport: laptop }
    const { layoutShift } = await firstLoadOf('manager:M-2', home)

    assert.ok(layoutShift < LIMITS.layoutShift, `shifts by ${layoutShift}`)
  })
})
