import type { FastifyReply, FastifyRequest } from 'fastify'

/** The value of a cookie, as long as it is one that we may have set. */
export function cookieIn(request: FastifyRequest, name: string): string | undefined {
  for (const pair of request.headers.cookie?.split(';') ?? []) {
    const [key, value] = pair.trim().split('=')
    if (key === name && value !== undefined && /^[\w-]{1,200}$/.test(value)) return value
  }
  return undefined
}

type Cookie = { name: string; value: string; path: string; isSecure: boolean; maxAgeSeconds?: number }

/** Sets a cookie that scripts cannot read and other sites cannot send with what changes something. */
export function setCookie(reply: FastifyReply, { name, value, path, isSecure, maxAgeSeconds }: Cookie): void {
  const attributes = [`${name}=${value}`, `Path=${path}`, 'HttpOnly', 'SameSite=Lax']
  if (isSecure) attributes.push('Secure')
  if (maxAgeSeconds !== undefined) attributes.push(`Max-Age=${maxAgeSeconds}`)
  const before = reply.getHeader('set-cookie')
  const others = before === undefined ? [] : [before].flat().map(String)
  reply.header('set-cookie', [...others.filter((one) => !one.startsWith(`${name}=`)), attributes.join('; ')])
}
