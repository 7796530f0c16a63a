import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startPortal } from '#test/harness/browser/browser.ts'

const portal = await startPortal()

/** What the first page of an employee may take: scripts as they come over the network, milliseconds, and layout shift. */
const LIMITS = { scriptBytes: 150_000, ms: 3000, layoutShift: 0.05 }
/** A phone far from town: 1.6 Mbit/s, 150 ms there and back, a processor four times slower. */
const SLOW = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000, offline: false }
const SLOWDOWN = 4
/** Each with nothing cached or compiled. The best one says what the page can do: a machine has other work now and then. */
const TRIES = 5

/** Notes how much the page shifts, and when the section of this name was painted, which comes last. */
const watchFor = (last: string) => `globalThis.layoutShift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.layoutShift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  globalThis.painted = new Promise((resolve) => {
    new MutationObserver((_, observer) => {
      if (![...document.querySelectorAll('h2')].some(({ textContent }) => textContent === ${JSON.stringify(last)})) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
    }).observe(document, { childList: true, subtree: true })
  })`

async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', SLOW)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  return session
}

type Load = { ms: number; scriptBytes: number; layoutShift: number; firstPaint: number }

/** Opens a page anew until its last section is there. */
async function load(page: Page, path: string): Promise<Load> {
  await page.goto(portal.url + path, { waitUntil: 'commit' })
  const ms = await page.evaluate<number>('painted')
  // What moves late counts as well.
  await page.waitForTimeout(500)
  const rest = await page.evaluate<Omit<Load, 'ms'>>(`({
    layoutShift,
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    scriptBytes: performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  })`)
  return { ms, ...rest }
}

/** Opens a page as a phone does that was never here, for the person who is logged in. */
async function loadFirst(loggedIn: Page, path: string): Promise<Load> {
  const storageState = await loggedIn.context().storageState()
  const context = await loggedIn.context().browser()?.newContext({ storageState, viewport: loggedIn.viewportSize() })
  if (!context) throw new Error('The window has no browser.')
  const page = await context.newPage()
  await slowDown(page)
  await page.addInitScript(watchFor('Latest documents'))
  const loaded = await load(page, path)
  await context.close()
  return loaded
}

describe('the first page on a slow phone', () => {
  test('of an employee is small, there within three seconds, and stands still', async (t) => {
    const page = await portal.openPage('/icon.svg', { as: 'employee:E-2001', width: 360, height: 740 })
    const loads: Load[] = []
    while (loads.length < TRIES && !loads.some(({ ms }) => ms < LIMITS.ms)) loads.push(await loadFirst(page, '/portal'))

    t.diagnostic(JSON.stringify(loads))
    const [first] = loads
    assert.ok(
      first && first.scriptBytes > 10_000 && first.scriptBytes < LIMITS.scriptBytes,
      `${first?.scriptBytes} bytes`,
    )
    assert.ok(Math.min(...loads.map(({ ms }) => ms)) < LIMITS.ms, JSON.stringify(loads))
    for (const { layoutShift } of loads) assert.ok(layoutShift < LIMITS.layoutShift, `shifts by ${layoutShift}`)
    await page.done()
  })

  test('of a manager stands still', async () => {
    const page = await portal.openPage('/icon.svg', { as: 'manager:M-2' })
    const session = await slowDown(page)
    await page.addInitScript(watchFor('Reminders'))

    const { layoutShift } = await load(page, '/portal/manager')
    await session.detach()

    assert.ok(layoutShift < LIMITS.layoutShift, `shifts by ${layoutShift}`)
    await page.done()
  })
})
