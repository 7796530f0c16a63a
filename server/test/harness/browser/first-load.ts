import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

/** A phone far from town: 1.6 Mbit/s, 150 ms there and back, a processor four times slower. */
const SLOW = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000, offline: false }
const SLOWDOWN = 4

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

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', SLOW)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}

/** Milliseconds until the last section was there, scripts as they come over the network, and how much the page shifted. */
export type FirstLoad = { ms: number; scriptBytes: number; requests: number; layoutShift: number }

/** Opens a page as a slow phone does that was never there, until the section of this name is shown. */
export async function loadFirst(
  browser: Browser,
  address: string,
  { last, ...who }: BrowserContextOptions & { last: string },
): Promise<FirstLoad> {
  const context = await browser.newContext(who)
  const page = await context.newPage()
  await slowDown(page)
  await page.addInitScript(watchFor(last))
  await page.goto(address, { waitUntil: 'commit' })
  const ms = await page.evaluate<number>('painted')
  // What moves late counts as well.
  await page.waitForTimeout(500)
  const rest = await page.evaluate<Omit<FirstLoad, 'ms'>>(`(() => {
    const resources = performance.getEntriesByType('resource')
    const scriptBytes = resources.filter(({ name }) => name.endsWith('.js')).reduce((sum, one) => sum + one.encodedBodySize, 0)
    return { layoutShift, requests: resources.length, scriptBytes }
  })()`)
  await context.close()
  return { ms, ...rest }
}
