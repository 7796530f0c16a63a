import { useEffect, useState } from 'react'

/** Seconds that go by: how many are left, how to begin, and how to end before. */
export function useCountdown(): { seconds: number; start: (seconds: number) => void; stop: () => void } {
  const [endsAt, setEndsAt] = useState(0)
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (endsAt === 0) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= endsAt) setEndsAt(0)
    }, 500)
    return () => clearInterval(timer)
  }, [endsAt])
  const start = (seconds: number) => {
    setNow(Date.now())
    setEndsAt(Date.now() + seconds * 1000)
  }
  const seconds = endsAt === 0 ? 0 : Math.max(1, Math.ceil((endsAt - now) / 1000))
  return { seconds, start, stop: () => setEndsAt(0) }
}
