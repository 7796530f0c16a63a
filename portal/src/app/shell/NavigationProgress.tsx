import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import classes from './NavigationProgress.module.css'

const SHOWN_AFTER_MS = 200

/** A line at the top while the next page is on its way. */
export function NavigationProgress() {
  const isLoading = useRouterState({ select: ({ isLoading }) => isLoading })
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isLoading) return setShown(false)
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isLoading])
  return isShown ? <div className={classes.line} aria-hidden /> : null
}
