import { lookAtEveryPage } from '#test/harness/browser/every-page.ts'

/** See the French look: which label is the longest differs from page to page. */
await lookAtEveryPage({ language: 'es-ES' })
