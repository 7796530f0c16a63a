const YEAR_SECONDS = 31_536_000

/**
 * What every answer carries unless its route says otherwise: most are about people, so no cache keeps them, and browsers
 * take none of them for something else than it says, show none in a frame of another site, and tell no other site where
 * somebody comes from. Browsers that once came by HTTPS never come without it again; other
 * names of the domain are not ours to decide on.
 */
export function securityHeaders(publicUrl: string): Record<string, string> {
  const isHttps = publicUrl.startsWith('https:')
  return {
    'cache-control': 'no-store',
    'content-security-policy': "frame-ancestors 'self'",
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    ...(isHttps && { 'strict-transport-security': `max-age=${YEAR_SECONDS}` }),
  }
}
