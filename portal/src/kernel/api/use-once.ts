import { useRef, useState } from 'react'
import { SingleFlight } from './single-flight.ts'

/**
 * A step that a button or a form begins. It is taken once, however often it is asked for while it runs, or right after
 * with the same first value.
 */
export function useOnce<Given extends unknown[]>(step: (...given: Given) => Promise<unknown>) {
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)
  const flight = useRef(new SingleFlight<unknown>())
  const run = (...given: Given): void => {
    if (isRunning.current) return
    const take = async () => {
      setBusy(true)
      isRunning.current = true
      try {
        await step(...given)
      } finally {
        isRunning.current = false
        setBusy(false)
      }
    }
    flight.current.run(given[0], take).catch(reportError)
  }
  return { run, isBusy }
}

/**
 * What became of a change: its answer, or undefined when it was refused, which `refused` tells. What is done with the
 * answer comes after, so that a mistake there does not look like a change that failed.
 */
export async function attempt<T>(
  change: Promise<T>,
  refused: (error: unknown) => void,
): Promise<{ answer: T } | undefined> {
  try {
    return { answer: await change }
  } catch (error) {
    refused(error)
    return undefined
  }
}
