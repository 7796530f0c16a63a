/** What is waited for, or the reason of an abort that comes before. */
export async function unlessAborted<T>(awaited: Promise<T>, given: (AbortSignal | undefined)[]): Promise<T> {
  const signal = AbortSignal.any(given.filter((one) => one !== undefined))
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([awaited, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
