import { useParams } from '@tanstack/react-router'

/** A part of the page's path: `usePathParam('id')` below `/portal/documents/$id`. */
export function usePathParam(name: string): string {
  const params: Record<string, string | undefined> = useParams({ strict: false })
  return params[name] ?? ''
}
