import { useNotifications } from '@mantine/notifications'
import { Suspense, useEffect, useState } from 'react'
import { lazyComponent } from '#kernel/pages/lazy-page.ts'
import { useDialogs } from '#ui/overlays/dialogs.ts'

const DialogHost = lazyComponent(() => import('#ui/overlays/DialogHost.tsx').then((module) => module.DialogHost))
const ToastHost = lazyComponent(() => import('#ui/overlays/ToastHost.tsx').then((module) => module.ToastHost))
const SIGNS_OF_USE = ['keydown', 'pointerdown', 'focusin'] as const

/**
 * Dialogs and toasts. What shows them is loaded at the first sign that the page is used, so that it is there when a call
 * fails for want of a connection.
 */
export function Overlays() {
  const hasDialog = useDialogs().length > 0
  const hasToast = useNotifications().notifications.length > 0
  const isUsed = useIsUsed()
  return (
    <>
      <Suspense fallback={null}>{(isUsed || hasDialog) && <DialogHost />}</Suspense>
      <Suspense fallback={null}>{(isUsed || hasToast) && <ToastHost />}</Suspense>
    </>
  )
}

function useIsUsed(): boolean {
  const [isUsed, setUsed] = useState(false)
  useEffect(() => {
    const begin = () => setUsed(true)
    for (const sign of SIGNS_OF_USE) window.addEventListener(sign, begin, { once: true, capture: true })
    return () => {
      for (const sign of SIGNS_OF_USE) window.removeEventListener(sign, begin, { capture: true })
    }
  }, [])
  return isUsed
}
