/** After this long an answer that is still being written is cut off: a stop takes 10 s at most. */
const HARD_STOP_SECONDS = 9.5

/** Resolves at the first SIGTERM or SIGINT; a stop that takes too long is forced. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      setTimeout(() => process.exit(0), HARD_STOP_SECONDS * 1000).unref()
      resolve()
    }
    process.once('SIGTERM', stop)
    process.once('SIGINT', stop)
    // Launchers pass signals on although the terminal, or systemd, has sent them to every process already.
    process.on('SIGINT', () => {})
    process.on('SIGTERM', () => {})
  })
}
