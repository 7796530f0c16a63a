import type { FastifyReply, FastifyRequest } from 'fastify'

/** A cookie of ours, as browsers know it. */
export type CookieName = { name: string; isSecure: boolean }

/**
 * How a cookie is called. With HTTPS its name makes browsers refuse it from other hosts of the domain and without TLS, so
 * that other sites cannot set a cookie of this name: `__Host-` when it is for all of the site, else `__Secure-`.
 */
export function cookieFor(publicUrl: string, base: string, { isForWholeSite = true } = {}): CookieName {
  const isSecure = publicUrl.startsWith('https:')
  const prefix = isForWholeSite ? '__Host-' : '__Secure-'
  return { name: isSecure ? `${prefix}${base}` : base, isSecure }
}

/** The value of a cookie, as long as it is one that we may have set. */
export function cookieIn(request: FastifyRequest, { name }: CookieName): string | undefined {
  for (const pair of request.headers.cookie?.split(';') ?? []) {
    const [key, value] = pair.trim().split('=')
    if (key === name && value !== undefined && /^[\w-]{1,200}$/.test(value)) return value
  }
  return undefined
}

type Content = { value: string; path?: string; maxAgeSeconds?: number }

/** Sets a cookie that scripts cannot read and other sites cannot send with what changes something. */
export function setCookie(
  reply: FastifyReply,
  { name, isSecure }: CookieName,
  { value, path = '/', maxAgeSeconds }: Content,
): void {
  const attributes = [`${name}=${value}`, `Path=${path}`, 'HttpOnly', 'SameSite=Lax']
  if (isSecure) attributes.push('Secure')
  if (maxAgeSeconds !== undefined) attributes.push(`Max-Age=${maxAgeSeconds}`)
  const before = reply.getHeader('set-cookie')
  const others = before === undefined ? [] : [before].flat().map(String)
  reply.header('set-cookie', [...others.filter((one) => !one.startsWith(`${name}=`)), attributes.join('; ')])
}
