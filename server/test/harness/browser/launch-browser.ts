import { type Browser, chromium } from 'playwright-core'
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

/**
 * For pages that are looked at for a moment: what is compiled to run faster later is hardly used any more, and with more
 * room for what is new, garbage is seldom collected.
 */
export const FOR_SHORT_VISITS = '--js-flags=--no-maglev --no-turbofan --min-semi-space-size=16 --max-semi-space-size=32'

export function launchBrowser(...more: string[]): Promise<Browser> {
  const executablePath = findBrowser()
  if (executablePath === undefined) throw new Error('Chromium is missing: apt-get install chromium')
  return chromium.launch({ executablePath, args: [...WITHOUT_GRAPHICS, ...more] })
}
