import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import { confirm } from './confirm.tsx'

type Address = { pathname: string; search: string }
type Guard = {
  isChanged: () => boolean
  isLeft: (from: Address, to: Address) => boolean
  ask: () => Promise<boolean>
  /** The page itself leads elsewhere: its changes are saved, or deleted on purpose. */
  isReleased: boolean
}
type UnsavedChangesOptions = {
  /** What becomes of the changes, where they are not lost. */
  text?: string
  /** Search parameters that choose what the page shows: the form is left when one of them changes. */
  params?: readonly string[]
}

const guards = new Set<Guard>()
let unblock: (() => void) | undefined

/**
 * Asks before a page with unsaved changes is left by a link, by the back button or by closing the tab. A page with
 * several forms asks once. Moving within the page (another tab of it, another step) leaves nothing.
 */
export function useUnsavedChanges(isChanged: () => boolean, { text, params = [] }: UnsavedChangesOptions = {}): void {
  const t = useWords(uiWords)
  const { history } = useRouter()
  const latest = {
    isChanged,
    isLeft: (from: Address, to: Address) =>
      from.pathname !== to.pathname || params.some((name) => paramOf(from, name) !== paramOf(to, name)),
    ask: () => confirm({ title: t('unsaved.title'), text: text ?? t('unsaved.text'), action: t('unsaved.leave') }),
  }
  const guard = useRef<Guard>({ ...latest, isReleased: false }).current
  useEffect(() => {
    Object.assign(guard, latest)
    if (!isChanged()) guard.isReleased = false
  })
  useEffect(() => add(history, guard), [history, guard])
}

/** Leads elsewhere without a question, once everything on the page is saved or deleted. */
export function useLeave(): (href: string, options?: { replace: boolean }) => void {
  const { history } = useRouter()
  return (href, { replace } = { replace: false }) => {
    for (const guard of guards) guard.isReleased = true
    if (replace) history.replace(href)
    else history.push(href)
  }
}

function add(history: RouterHistory, guard: Guard): () => void {
  guards.add(guard)
  unblock ??= history.block({
    blockerFn: async ({ currentLocation, nextLocation }) => {
      const left = unsaved().find(({ isLeft }) => isLeft(currentLocation, nextLocation))
      return left !== undefined && !(await left.ask())
    },
    enableBeforeUnload: () => unsaved().length > 0,
  })
  return () => {
    guards.delete(guard)
    if (guards.size > 0) return
    unblock?.()
    unblock = undefined
  }
}

function unsaved(): Guard[] {
  return [...guards].filter(({ isChanged, isReleased }) => !isReleased && isChanged())
}

function paramOf({ search }: Address, name: string): string | null {
  return new URLSearchParams(search).get(name)
}
