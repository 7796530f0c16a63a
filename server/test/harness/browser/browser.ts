import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect as expectNow } from '@playwright/test'
import type { Browser, ConsoleMessage, Page, Request, Response } from 'playwright-core'
import { demoSetup, markDemo, type SetupFile } from '#modules/setup/index.ts'
import { afterProcess } from '#test/harness/after-process.ts'
import { type AccountId, portalCalls } from '#test/harness/http/portal-calls.ts'
import { startServing } from '#test/harness/serving.ts'
import { FOR_SHORT_VISITS, launchBrowser } from './launch-browser.ts'

/**
 * Hands tremble and connections are slow: anyone who presses a button that sends something presses it three times, in every
 * journey. The page complains about a call that is sent twice for it.
 */
const PRESS_AGAIN = `let pressing = []
  addEventListener('click', ({ isTrusted, target }) => {
    const button = isTrusted && target.closest?.('button[type=submit]')
    if (!button) return
    const again = () => button.isConnected && !button.disabled && button.click()
    pressing = [setTimeout(again, 0), setTimeout(again, 80)]
  }, true)
  // A person who types has let go of the button.
  addEventListener('input', () => pressing.forEach(clearTimeout), true)
  const { fetch } = window
  const sentAt = new Map()
  window.fetch = async (...given) => {
    const request = new Request(...given)
    if (request.method !== 'GET') {
      const call = [request.method, request.url, await request.clone().text()].join(' ')
      if (performance.now() - sentAt.get(call) < 200) console.error('sent twice: ' + call)
      sentAt.set(call, performance.now())
    }
    return fetch(request)
  }`
/** Skeletons and loaders that pulse are drawn sixty times a second, which takes a fifth of the work of a page. */
const KEEP_STILL = `const still = new CSSStyleSheet()
  still.replaceSync('*, ::before, ::after { animation: none !important; transition: none !important }')
  document.adoptedStyleSheets = [still]`
/** What was shown stays: a part that is waited for must not hide the page around it, and take the focus from a field. */
const COMPLAIN_OF_BLINKS = `new MutationObserver((changes) => {
  for (const { target } of changes) {
    if (target.style.display === 'none' && target.querySelector('main, h1')) console.error('The page was hidden again.')
  }
}).observe(document, { attributeFilter: ['style'], subtree: true })`

/** Waits until a page shows what is expected of it: what it shows at this moment may be of the moment before. */
export const expect = expectNow.configure({ timeout: 30_000 })

const BUILD = join(import.meta.dirname, '../../../../scripts/build.ts')

let isBuilt = false
/** The same for all files of a process, so that the browser has the scripts of the portal, compiled, from the second file on. */
let port = 0
let browser: Promise<Browser> | undefined

/** One browser for all files of a process. */
function openBrowser(): Promise<Browser> {
  browser ??= launchBrowser(FOR_SHORT_VISITS)
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
  await context.addInitScript(COMPLAIN_OF_BLINKS)
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
    port,
  })
  port = Number(new URL(service.url).port)
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
    // What never arrived, or was refused, may be sent again.
    const seeFailure = (request: Request) => keys.delete(request.headers()['idempotency-key'] ?? '')
    const seeAnswer = (answer: Response) => void (answer.status() >= 400 && seeFailure(answer.request()))
    page.on('pageerror', hearError).on('console', hearMessage)
    page.on('request', seeUpload).on('requestfailed', seeFailure).on('response', seeAnswer)
    await page.goto(url + path)
    return Object.assign(page, {
      /** Lets somebody else log in where the session of another ended by itself. */
      logIn,
      /** Ends the window; the page must have had nothing to complain about. */
      async done() {
        page.off('pageerror', hearError).off('console', hearMessage)
        page.off('request', seeUpload).off('requestfailed', seeFailure).off('response', seeAnswer)
        await leaveWindow(page, language)
        assert.deepEqual(complaints, [])
      },
    })
  }
  return { ...service, credentials, openPage }
}
