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

export function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  if (executablePath === undefined) throw new Error('Chromium is missing: apt-get install chromium')
  return chromium.launch({ executablePath, args: WITHOUT_GRAPHICS })
}
