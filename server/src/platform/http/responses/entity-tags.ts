import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { RouteOptions } from 'fastify'
import type { Http } from '#platform/http/routes.ts'
import { Problem } from '#platform/problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is one resource, which an entity tag stands for. */
    hasEntityTag?: boolean
    /** The route keeps the conditions of a call: it makes its change by `changeIf`. */
    isConditional?: boolean
  }
}

/** A strong tag: two resources that are written the same have the same one. */
export function entityTagOf(text: string): string {
  return `"${hash('sha256', text, 'base64url').slice(0, 27)}"`
}

/** The tag of a resource that is sent packed: other bytes, so another tag, which means the same to us. */
export function compressedTag(tag: string, coding: string): string {
  return tag.replace(/"$/, `-${coding}"`)
}

/** Marks the routes of a scope that read one resource: their addresses end in its id, and they answer an object. */
export function markResources(scope: Http): void {
  scope.addHook('onRoute', (route) => {
    if (readsOneResource(route)) route.config = { ...route.config, hasEntityTag: true }
  })
}

function readsOneResource({ method, url, schema }: RouteOptions): boolean {
  const isRead = [method].flat().every((one) => one === 'GET' || one === 'HEAD')
  const answer = (schema?.response as { 200?: { type?: string } } | undefined)?.[200]
  return isRead && /\/:\w+$/.test(url) && answer?.type === 'object'
}

/**
 * Adds ETags to resources, answers 304 if the caller's copy is current, and refuses conditions on routes without support
 * for them.
 */
export function keepEntityTags(app: Http): void {
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const { method, headers, routeOptions } = request
    if (method === 'GET' || method === 'HEAD' || routeOptions.config.isConditional) return done()
    const isAsked = headers['if-match'] !== undefined || headers['if-none-match'] === '*'
    return done(
      isAsked && request.caller ? preconditionFailed('This resource does not have an ETag to compare with.') : null,
    )
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.routeOptions.config.hasEntityTag) return done(null, payload)
    if (reply.statusCode !== 200 || typeof payload !== 'string') return done(null, payload)
    const tag = entityTagOf(payload)
    reply.header('etag', tag)
    if (!isAmong(request.headers['if-none-match'], tag)) return done(null, payload)
    reply.code(304).removeHeader('content-type')
    return done(null, null)
  })
}

/**
 * Refuses a change if the current resource does not meet its conditions. Without an ETag, the resource does not exist.
 */
export function refuseUnmet(headers: IncomingHttpHeaders, tag: string | undefined): void {
  const { 'if-match': wanted, 'if-none-match': unwanted } = headers
  if (wanted !== undefined && !meets(wanted, tag)) {
    throw preconditionFailed('The resource does not match If-Match: it has changed. Read it again.')
  }
  if (tag !== undefined && isAmong(unwanted, tag)) throw existsAlready()
}

export function existsAlready(): Problem {
  return preconditionFailed('The resource matches If-None-Match.')
}

/** RFC 9110, If-Match: by strong comparison, so that no weak tag fits. */
function meets(header: string, tag: string | undefined): boolean {
  if (tag === undefined) return false
  return header.trim() === '*' || tagsIn(header).some((one) => one === tag)
}

/** RFC 9110, If-None-Match: by weak comparison, since a proxy that compresses an answer weakens its tag. */
export function isAmong(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || tagsIn(header).some((one) => one.replace(/^W\//, '') === tag)
}

function tagsIn(header: string): string[] {
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? []
  return tags.map((one) => one.replace(/-(?:gzip|br)"$/, '"'))
}

function preconditionFailed(message: string): Problem {
  return new Problem('precondition_failed', 'precondition_failed', message)
}
