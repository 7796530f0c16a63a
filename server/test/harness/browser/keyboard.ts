import assert from 'node:assert/strict'
import type { FileChooser, Page } from 'playwright-core'
import { eventually } from '#test/harness/eventually.ts'

type Role = Parameters<Page['getByRole']>[0]
type ChosenFiles = Parameters<FileChooser['setFiles']>[0]

/** Whether somebody sees where the focus is: an outline around it, or around what stands for it. Runs in the page. */
const FOCUS_IS_SEEN = `(() => {
  const focused = document.activeElement
  const shown = [focused, focused.nextElementSibling, focused.parentElement, focused.closest('label')]
  return shown.some((one) => {
    if (!one || one === document.body) return false
    const { outlineStyle, outlineWidth, opacity } = getComputedStyle(one)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0 && opacity !== '0'
  })
})()`
const HAS_FOCUS = `document.activeElement !== null && document.activeElement !== document.body`
const FOCUSED = `(document.activeElement?.outerHTML ?? '').slice(0, 200)`

/** Works a page with nothing but its keyboard, and fails where the focus is lost or cannot be seen. */
export function keyboardOf(page: Page) {
  let isFresh = true

  /** Goes on with the Tab key until what is called so has the focus. */
  async function tabTo(role: Role, name: string | RegExp, most = 90): Promise<void> {
    const wanted = page.getByRole(role, typeof name === 'string' ? { name, exact: true } : { name })
    await wanted.first().waitFor()
    if (!isFresh) await eventually(() => page.evaluate<boolean>(HAS_FOCUS))
    isFresh = false
    for (let tries = 0; tries < most; tries += 1) {
      await page.keyboard.press('Tab')
      // Behind the last element the focus leaves the page once, and comes back at its beginning.
      if (!(await page.evaluate<boolean>(HAS_FOCUS))) continue
      assert.ok(await page.evaluate<boolean>(FOCUS_IS_SEEN), `not seen: ${await page.evaluate<string>(FOCUSED)}`)
      if ((await wanted.and(page.locator(':focus')).count()) > 0) return
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
