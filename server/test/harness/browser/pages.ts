import type { Page } from 'playwright-core'

export const PAGES_OF_MANAGERS = [
  '',
  '/requests',
  '/to-sign',
  '/employees',
  '/employees/E-1001/documents',
  '/documents',
  '/documents/upload',
  '/articles',
  '/articles/new',
  '/distributions',
  '/distributions/new',
  '/signatures',
  '/signatures/new',
  '/imports',
  '/imports/new',
  '/bulk-actions',
].map((path) => `/portal/manager${path}`)

/** Never two of the same route in a row: `follow` waits for another heading. */
export const PAGES_OF_ADMINISTRATORS = [
  'document-types',
  'document-types/payslip',
  'signature-types',
  'signature-types/~new',
  'forms',
  'forms/mobility',
  'datasets',
  'datasets/offices',
  'organizations',
  'people',
  'people/manager%3AM-LONG',
  'forms/mobility?tab=settings',
  'people/employee%3AE-1001',
  'datasets/offices?tab=structure',
  'roles',
  'identity-providers',
  'custom-fields',
  'identity-providers?new=1',
  'applications',
  'webhooks',
  'retention',
  'retention/~new',
  'disposals',
  'legal-holds',
  'legal-holds/new',
  'deletion-requests',
  'deletion-requests/new',
  'access-packages',
  'audit',
  'events',
  'system',
  'mails',
].map((path) => `/portal/admin/${path}`)

export const PAGES_OF_EMPLOYEES = [
  '',
  '/requests',
  '/requests/new',
  '/requests/new/mobility',
  '/documents',
  '/documents/upload',
  '/vault',
  '/my-data',
  '/documents/company',
  '/signatures',
  '/articles',
  '/articles/paid-leave',
  '/profile',
  '/my-data/views',
  '/help',
  '/my-data/deletion',
].map((path) => `/portal${path}`)

/** Goes to a page as a link does, without the whole portal being loaded again. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})
    dispatchEvent(new PopStateEvent('popstate'))`)
}

/** The same for a page of another route; waits until its heading is there. */
export async function follow(page: Page, path: string): Promise<void> {
  if (new URL(page.url()).pathname === path) return
  await page.locator('main h1').first().waitFor()
  await page.evaluate(`document.querySelector('main h1').dataset.left = true`)
  await goTo(page, path)
  await page.locator('main h1:not([data-left])').first().waitFor()
}
