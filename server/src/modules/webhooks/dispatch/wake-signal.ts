/** Wakes a loop: at once when it was rung, else after a while. */
export type Bell = { ring(): void; wait(milliseconds: number): Promise<void> }

export function openBell(): Bell {
  let isRung = false
  let wake: (() => void) | undefined
  return {
    ring() {
      isRung = true
      wake?.()
    },
    async wait(milliseconds) {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      isRung = false
      wake = undefined
    },
  }
}
