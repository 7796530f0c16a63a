/** Wakes a loop: at once when it was notified, else after a while; `wait` answers whether it was. */
export type WakeSignal = { notify(): void; wait(milliseconds: number): Promise<boolean> }

export function createWakeSignal(): WakeSignal {
  let isNotified = false
  let wake: (() => void) | undefined
  return {
    notify() {
      isNotified = true
      wake?.()
    },
    async wait(milliseconds) {
      if (!isNotified) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      const wasNotified = isNotified
      isNotified = false
      wake = undefined
      return wasNotified
    },
  }
}
