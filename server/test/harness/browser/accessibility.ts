import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** What opens over a page. */
export const OVERLAYS = '[role="dialog"], [role="menu"], [role="listbox"], [data-position].mantine-Popover-dropdown'
/** What differs from page to page; the frame around it is looked at once. */
export const CONTENT = `main, ${OVERLAYS}`

/**
 * Finds what keeps people with a disability from using the page, or what lies within these elements of it:
 * nothing serious may be left.
 */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource())
  const found = await page.evaluate(async (context) => {
    type Axe = {
      _audit: { rules: { id: string; impact?: string }[] }
      run(context: string, options: object): Promise<{ violations: Finding[] }>
    }
    type Finding = { id: string; impact: string; nodes: { target: string[]; failureSummary: string }[] }
    const { axe } = globalThis as unknown as { axe: Axe }
    // The impact of a rule is that of whatever breaks it: those that find nothing serious need not look.
    const slight = axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate')
    const { violations } = await axe.run(context, {
      rules: Object.fromEntries(slight.map(({ id }) => [id, { enabled: false }])),
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

let axe: string | undefined

function axeSource(): string {
  axe ??= readFileSync(AXE, 'utf8')
  return axe
}
