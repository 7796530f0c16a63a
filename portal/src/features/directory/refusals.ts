import { useMemo } from 'react'
import { useWords } from '#ui/language/words.ts'
import { type Notify, useNotify } from '#ui/overlays/notify.tsx'
import { directoryWords } from './words.ts'

/** Says why a change of the directory was refused, in words. */
export function useRefusals(): Notify['failure'] {
  const t = useWords(directoryWords)
  const notify = useNotify()
  return useMemo(() => {
    const known = {
      beyond_own_permissions: t('refused.beyondOwn'),
      own_log_in: t('refused.ownLogIn'),
      account_inactive: t('refused.inactive'),
    }
    return (error, more) => notify.failure(error, { ...known, ...more })
  }, [t, notify])
}
