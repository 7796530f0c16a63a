import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply } from 'fastify'
import type { Http } from '#platform/http/routes.ts'
import { PACKAGE_ROOT } from '#platform/package-root.ts'

/** What the portal's sources are built into. */
const BUILT = join(PACKAGE_ROOT, '../portal/dist')

const ICON = join(BUILT, 'icon.svg')

/** Where pages begin; what stands behind it is for the portal to know. */
const PAGES = [
  '/',
  '/login',
  '/login/*',
  '/my-data',
  '/my-data/*',
  '/password/*',
  '/sign/*',
  '/portal',
  ...[
    'admin',
    'articles',
    'documents',
    'help',
    'manager',
    'my-data',
    'profile',
    'requests',
    'search',
    'sign',
    'signatures',
    'vault',
  ].flatMap((name) => [`/portal/${name}`, `/portal/${name}/*`]),
]

const YEAR_SECONDS = 31_536_000

/** A page of ours loads nothing from elsewhere, runs no script and no style but its own, and stands in no frame of others. */
function pageHeaders(nonce: string): Record<string, string> {
  const rules = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': rules.join('; '),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  }
}

/** The portal: one document for all of its pages, and what it loads. */
export async function pageRoutes(app: Http): Promise<void> {
  for (const url of PAGES) {
    app.get(url, { config: { allow: ['anyone'] }, schema: { hide: true } }, (_request, reply) => sendPage(reply))
  }
  app.get('/icon.svg', { config: { allow: ['anyone'] }, schema: { hide: true } }, async (_request, reply) => {
    const day = 86_400
    return reply
      .headers({ 'content-type': 'image/svg+xml', 'cache-control': `max-age=${day}` })
      .send(await readFile(ICON))
  })
  await app.register(fastifyStatic, {
    root: join(BUILT, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: YEAR_SECONDS * 1000,
    setHeaders: (response) => void response.header('x-content-type-options', 'nosniff'),
  })
}

/** The portal's document, which knows for itself that there is nothing at this address. */
export function sendUnknownPage(reply: FastifyReply): Promise<FastifyReply> {
  return sendPage(reply.code(404))
}

async function sendPage(reply: FastifyReply): Promise<FastifyReply> {
  const nonce = randomBytes(16).toString('base64')
  const page = await readPage()
  reply.headers(pageHeaders(nonce))
  if (page === undefined) return reply.code(503).send(NOT_BUILT)
  return reply.send(page.replaceAll('__CSP_NONCE__', nonce))
}

const NOT_BUILT = `<!doctype html><html lang="en"><title>Dossier</title>
<p>The portal is not built yet. <code>npm start</code> builds it; so does <code>npm run build</code>.</p></html>`

async function readPage(): Promise<string | undefined> {
  try {
    return await readFile(join(BUILT, 'index.html'), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
