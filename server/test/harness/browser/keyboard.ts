import assert from 'node:assert/strict'
import type { FileChooser, Locator, Page } from 'playwright-core'
import { eventually } from '#test/harness/eventually.ts'

type Role = Parameters<Page['getByRole']>[0]
type ChosenFiles = Parameters<FileChooser['setFiles']>[0]

/**
 * Whether the focus is where it is wanted, and whether somebody sees it: an outline around what has it, or around what
 * stands for that. Runs in the page.
 */
const FOCUS = `(() => {
  const focused = document.activeElement
  if (focused === null || focused === document.body) return { isLost: true }
  const shown = [focused, focused.nextElementSibling, focused.parentElement, focused.closest('label')]
  const isSeen = shown.some((one) => {
    if (!one || one === document.body) return false
    const { outlineStyle, outlineWidth, opacity } = getComputedStyle(one)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0 && opacity !== '0'
  })
  return { isSeen, isWanted: focused.hasAttribute('data-wanted'), html: focused.outerHTML.slice(0, 200) }
})()`
type Focus = { isLost?: true; isSeen: boolean; isWanted: boolean; html: string }
/** After so many keys, what is wanted is looked for again: the page may have drawn it anew. */
const KEYS_PER_LOOK = 10

/** Marks what is wanted, which is cheaper to look for than a role and a name are. */
async function mark(page: Page, wanted: Locator): Promise<void> {
  await page.evaluate(`document.querySelectorAll('[data-wanted]').forEach((one) => one.removeAttribute('data-wanted'))`)
  await wanted.evaluateAll((all) => {
    for (const one of all) (one as unknown as { setAttribute(...pair: string[]): void }).setAttribute('data-wanted', '')
  })
}

/** Works a page with nothing but its keyboard, and fails where the focus is lost or cannot be seen. */
export function keyboardOf(page: Page) {
  let isFresh = true
  const focus = () => page.evaluate<Focus>(FOCUS)

  /** Goes on with the Tab key until what is called so has the focus. */
  async function tabTo(role: Role, name: string | RegExp, most = 90): Promise<void> {
    const wanted = page.getByRole(role, typeof name === 'string' ? { name, exact: true } : { name })
    await wanted.first().waitFor()
    if (!isFresh) await eventually(async () => !(await focus()).isLost)
    isFresh = false
    for (let tries = 0; tries < most; tries += 1) {
      if (tries % KEYS_PER_LOOK === 0) await mark(page, wanted)
      await page.keyboard.press('Tab')
      const { isLost, isSeen, isWanted, html } = await focus()
      // Behind the last element the focus leaves the page once, and comes back at its beginning.
      if (isLost) continue
      assert.ok(isSeen, `not seen: ${html}`)
      if (isWanted && (await wanted.and(page.locator(':focus')).count()) > 0) return
    }
    assert.fail(`${most} tabs do not lead to the ${role} ${name}`)
  }

  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }

  return {
    tabTo,
    press,
    /** Follows a link, presses a button. */
    async activate(role: Role, name: string | RegExp): Promise<void> {
      await tabTo(role, name)
      await press('Enter')
    },
    async fill(role: Role, name: string | RegExp, text: string): Promise<void> {
      await tabTo(role, name)
      await press('Control+A')
      await page.keyboard.type(text)
    },
    /** Chooses from a list that opens with the arrow key. */
    async choose(name: string | RegExp, option: string): Promise<void> {
      await tabTo('combobox', name)
      await press('ArrowDown')
      const wanted = page.getByRole('option', { name: option, exact: true })
      await wanted.waitFor()
      for (let tries = 0; tries < 30; tries += 1) {
        if ((await wanted.and(page.locator('[data-combobox-selected]')).count()) > 0) break
        await press('ArrowDown')
      }
      await press('Enter')
    },
    async chooseFiles(name: string | RegExp, files: ChosenFiles): Promise<void> {
      await tabTo('button', name)
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press('Enter')])
      await chooser.setFiles(files)
    },
  }
}
