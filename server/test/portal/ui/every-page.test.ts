import { lookAtEveryPage } from '#test/harness/browser/every-page.ts'

/** German has the longest words, which do not wrap. `npm run looks` looks at the other languages that are longer than English. */
await lookAtEveryPage({ language: 'de-DE', accessibleAt: 1280 })
