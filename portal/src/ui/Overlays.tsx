import { useNotifications } from '@mantine/notifications'
import { Suspense, useState } from 'react'
import { lazyPart } from '../app/lazy-page.ts'
import { useDialogs } from './dialogs.ts'

const DialogHost = lazyPart(() => import('./DialogHost.tsx').then((module) => module.DialogHost))
const ToastHost = lazyPart(() => import('./ToastHost.tsx').then((module) => module.ToastHost))

/** Dialogs and toasts; what shows them is loaded with the first one. */
export function Overlays() {
  const hasDialog = useDialogs().length > 0
  const hasToast = useNotifications().notifications.length > 0
  const [loaded, setLoaded] = useState({ dialogs: false, toasts: false })
  if ((hasDialog && !loaded.dialogs) || (hasToast && !loaded.toasts)) {
    setLoaded({ dialogs: loaded.dialogs || hasDialog, toasts: loaded.toasts || hasToast })
  }
  return (
    <>
      <Suspense fallback={null}>{loaded.dialogs && <DialogHost />}</Suspense>
      <Suspense fallback={null}>{loaded.toasts && <ToastHost />}</Suspense>
    </>
  )
}
