import { Button } from '@mantine/core'
import { IconCloudOff, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { appWords } from '#app/words.ts'
import { lookAgain, useConnection } from '#kernel/api/connection.ts'
import { useWords } from '#ui/language/words.ts'
import classes from './ConnectionBanner.module.css'

/** Says that the server cannot be reached, for as long as that is so; or that a newer version waits. */
export function ConnectionBanner() {
  const t = useWords(appWords)
  const connection = useConnection()
  const [isLooking, setLooking] = useState(false)
  const retry = async () => {
    setLooking(true)
    await lookAgain()
    setLooking(false)
  }
  return (
    <div role="status" aria-live="polite">
      {connection === 'lost' && (
        <div className={classes.banner} data-kind="lost">
          <IconCloudOff size={18} aria-hidden />
          <span>{t('connection.lost')}</span>
          <Button size="compact-sm" variant="white" color="dark" loading={isLooking} onClick={() => void retry()}>
            {t('connection.retry')}
          </Button>
        </div>
      )}
      {connection === 'outdated' && (
        <div className={classes.banner} data-kind="outdated">
          <IconRefresh size={18} aria-hidden />
          <span>{t('connection.outdated')}</span>
          <Button size="compact-sm" variant="white" color="dark" onClick={() => window.location.reload()}>
            {t('connection.reload')}
          </Button>
        </div>
      )}
    </div>
  )
}
