import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect as expectNow } from '@playwright/test'
import { type Browser, type ConsoleMessage, chromium, type Page, type Request } from 'playwright-core'
import { demoSetup, markDemo, type SetupFile } from '#modules/setup/index.ts'
import { afterProcess } from '#test/harness/after-process.ts'
import { type AccountId, portalCalls } from '#test/harness/http/portal-calls.ts'
import { startServing } from '#test/harness/serving.ts'
import { findBrowser } from './find-browser.ts'

/** Nothing is drawn for anybody to see, and no graphics card is there to do it. */
const WITHOUT_GRAPHICS = [
  '--no-sandbox',
  '--disable-extensions',
  '--disable-component-extensions-with-background-pages',
  '--disable-gpu',
  '--disable-gpu-rasterization',
  '--disable-gpu-compositing',
  '--disable-software-rasterizer',
  '--in-process-gpu',
  '--disable-threaded-animation',
  '--disable-threaded-scrolling',
  '--disable-checker-imaging',
  '--disable-partial-raster',
  '--num-raster-threads=1',
]
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
/**
 * Hands tremble and connections are slow: anyone who presses a button that sends something presses it three times, in every
 * journey. The page complains about a call that is sent twice for it.
 */
const PRESS_AGAIN = `addEventListener('click', ({ isTrusted, target }) => {
    const button = isTrusted && target.closest?.('button[type=submit]')
    if (!button) return
    const again = () => button.isConnected && !button.disabled && button.click()
    setTimeout(again, 0)
    setTimeout(again, 80)
  }, true)
  const { fetch } = window
  const sentAt = new Map()
  window.fetch = async (...given) => {
    const request = new Request(...given)
    if (request.method !== 'GET') {
      const call = [request.method, request.url, await request.clone().text()].join(' ')
      if (performance.now() - sentAt.get(call) < 300) console.error('sent twice: ' + call)
      sentAt.set(call, performance.now())
    }
    return fetch(request)
  }`
/** Skeletons and loaders that pulse are drawn sixty times a second, which takes a fifth of the work of a page. */
const KEEP_STILL = `const still = new CSSStyleSheet()
  still.replaceSync('*, ::before, ::after { animation: none !important; transition: none !important }')
  document.adoptedStyleSheets = [still]`
/** Waits until a page shows what is expected of it: what it shows at this moment may be of the moment before. */
export const expect = expectNow.configure({ timeout: 30_000 })

const BUILD = join(import.meta.dirname, '../../../../scripts/build.ts')

let isBuilt = false
let browser: Promise<Browser> | undefined

/** One browser for all files of a process. */
function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  if (executablePath === undefined) throw new Error('These tests need Chromium: apt-get install chromium')
  browser ??= chromium.launch({ executablePath, args: WITHOUT_GRAPHICS })
  return browser
}
afterProcess(async () => (await browser)?.close())

/** Windows that nobody looks at any more, by their language: in each, the scripts of the portal are compiled already. */
const idleWindows = new Map<string, Page[]>()

async function openWindow(locale: string): Promise<Page> {
  const idle = idleWindows.get(locale)?.pop()
  if (idle) return idle
  const context = await (await openBrowser()).newContext({ locale, reducedMotion: 'reduce' })
  await context.addInitScript(PRESS_AGAIN)
  await context.addInitScript(KEEP_STILL)
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  // From the first moment on, files are chosen by tests: who begins to listen with the click may be too late.
  page.on('filechooser', () => {})
  return page
}

/** Forgets who looked at a window, and keeps it for who comes next. */
async function leaveWindow(page: Page, locale: string): Promise<void> {
  await page.evaluate(`localStorage.clear(); sessionStorage.clear()`)
  await page.context().clearCookies()
  await page.goto('about:blank')
  idleWindows.set(locale, [...(idleWindows.get(locale) ?? []), page])
}

type PageOptions = {
  as?: AccountId
  client?: string
  language?: string
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
}

/** What was shown stays: a part that is waited for must not hide the page around it, and take the focus from a field. */
const COMPLAIN_OF_BLINKS = `new MutationObserver((changes) => {
  for (const { target } of changes) {
    if (target.style.display === 'none' && target.querySelector('main, h1')) console.error('The page was hidden again.')
  }
}).observe(document, { attributeFilter: ['style'], subtree: true })`

type Role = { code: string; permissions: string[] }

function withAdministratingHr(file: SetupFile): SetupFile {
  const clients = file.clients.map((client) => ({
    ...client,
    roles: (client.roles as Role[]).map((one) => (one.code === 'hr' ? { ...one, permissions: ['*'] } : one)),
  }))
  return { clients }
}

/**
 * The demo with everything that goes on by itself, on a port of its own, and pages to look at it with. Its HR manager
 * administers it as well, so that one person can open every page; `asStarted` is the demo as `npm start` makes it.
 */
export async function startPortal({ asStarted = false } = {}) {
  // No shared promise: after awaiting one that another file made, node:test takes hooks for those of that file.
  if (!isBuilt) await promisify(execFile)(process.execPath, [BUILD])
  isBuilt = true
  const { file, credentials } = demoSetup()
  const service = await startServing({
    setup: asStarted ? file : withAdministratingHr(file),
    ...(asStarted ? { demoEntry: 'loopback' as const } : {}),
  })
  if (asStarted) await markDemo(service)
  const { url } = service
  const { sessionOf } = portalCalls(service)

  /** A window of nobody, or of someone who is logged in. What the page complains about fails the test. */
  async function openPage(
    path: string,
    { as, client = 'demo', width = 1280, height = 800, language = 'en-US', colorScheme = 'light' }: PageOptions = {},
  ) {
    const page = await openWindow(language)
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    const logIn = async (who: AccountId) => {
      const [name = '', value = ''] = (await sessionOf(who, client)).split('=')
      await page.context().addCookies([{ name, value, url }])
    }
    if (as !== undefined) await logIn(as)
    const complaints: string[] = []
    const hearError = (error: Error) => complaints.push(error.message)
    const hearMessage = (message: ConsoleMessage) => {
      // A refused call is not a complaint of the page's; the page tells the person.
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) complaints.push(message.text())
    }
    const keys = new Set<string>()
    const seeUpload = (request: Request) => {
      const { 'content-type': type = '', 'idempotency-key': key } = request.headers()
      if (key === undefined || !type.startsWith('multipart/')) return
      if (keys.has(key)) complaints.push(`sent twice: ${request.url()}`)
      keys.add(key)
    }
    // What never arrived may be sent again.
    const seeFailure = (request: Request) => keys.delete(request.headers()['idempotency-key'] ?? '')
    await page.addInitScript(COMPLAIN_OF_BLINKS)
    page.on('pageerror', hearError).on('console', hearMessage).on('request', seeUpload).on('requestfailed', seeFailure)
    await page.goto(url + path)
    return Object.assign(page, {
      /** Lets somebody else log in where the session of another ended by itself. */
      logIn,
      /** Ends the window; the page must have had nothing to complain about. */
      async done() {
        page.off('pageerror', hearError).off('console', hearMessage)
        page.off('request', seeUpload).off('requestfailed', seeFailure)
        await leaveWindow(page, language)
        assert.deepEqual(complaints, [])
      },
    })
  }
  return { ...service, credentials, openPage }
}

/**
 * Finds what keeps people with a disability from using the page, or what lies within these elements of it:
 * nothing serious may be left.
 */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await axeSource())
  const found = await page.evaluate(async (context) => {
    type Axe = { run(context: string, options: object): Promise<{ violations: Finding[] }> }
    type Finding = { id: string; impact: string; nodes: { target: string[]; failureSummary: string }[] }
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(context, {
      resultTypes: ['violations'],
      // Style sheets are of this origin: the page has them, and axe need not fetch them again.
      preload: false,
    })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) => `${id}: ${nodes.map((one) => `${one.target.join(' ')} (${one.failureSummary})`).join('; ')}`,
      )
  }, within)
  assert.deepEqual(found, [])
}

let axe: Promise<string> | undefined

function axeSource(): Promise<string> {
  axe ??= import('node:fs/promises').then(({ readFile }) => readFile(AXE, 'utf8'))
  return axe
}
