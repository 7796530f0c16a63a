import { lookAtEveryPage } from '#test/harness/browser/every-page.ts'

/**
 * French and Spanish have the longest sentences. Which label is the longest differs from page to page, so none of the
 * languages stands for the others.
 */
await lookAtEveryPage({ language: 'fr-FR', accessibleAt: 360, colorScheme: 'dark' })
