import { redirect } from '@tanstack/react-router'
import type { Opening } from '#kernel/pages/feature.ts'
import { homeOf, isPage, localPath, sessionQuery } from '#kernel/session/session.ts'

/** A person who is logged in, at this client if one is named, goes on at once. */
export async function skipLogIn({ context, location, params }: Opening): Promise<void> {
  const search = location.search as Record<string, unknown>
  const session = await context.queryClient.ensureQueryData(sessionQuery)
  if (!session || search.reason === 'role') return
  if (params.client !== undefined && session.client.id !== params.client) return
  const href = localPath(search.next) ?? homeOf(session)
  throw redirect({ href, reloadDocument: !isPage(href) })
}
