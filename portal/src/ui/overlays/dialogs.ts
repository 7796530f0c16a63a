import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'

export type DialogContent = {
  title: string
  children: ReactNode
  size?: 'md' | 'lg' | 'xl'
  /** Called however it is closed. */
  onClose?: () => void
}

export type Dialog = DialogContent & { id: number; isOpen: boolean }

let shown: Dialog[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: Dialog[]): void {
  shown = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Dialogs that are opened by a call: `const id = dialogs.open({ title, children })`. */
export const dialogs = {
  open(content: DialogContent): number {
    lastId += 1
    change([...shown, { ...content, id: lastId, isOpen: true }])
    return lastId
  },

  close(id: number): void {
    const closed = shown.find((dialog) => dialog.id === id && dialog.isOpen)
    if (!closed) return
    change(shown.map((dialog) => (dialog === closed ? { ...dialog, isOpen: false } : dialog)))
    closed.onClose?.()
  },

  /** Forgets a dialog that has faded out. */
  remove(id: number): void {
    change(shown.filter((dialog) => dialog.id !== id))
  },
}

export function useDialogs(): Dialog[] {
  return useSyncExternalStore(listen, () => shown)
}
