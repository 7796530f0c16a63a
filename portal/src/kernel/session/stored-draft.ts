/** Typed text that was not sent yet, stored by this window. */
export type WindowDraft<T> = { read(): T | undefined; keep(value: T): void; forget(): void }

export function storedDraft<T>(key: string): WindowDraft<T> {
  const forget = () => sessionStorage.removeItem(key)
  return {
    read() {
      try {
        return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
      } catch {
        return undefined
      }
    },
    keep(value) {
      try {
        sessionStorage.setItem(key, JSON.stringify(value))
      } catch {
        // It is full; what is typed is still on the page.
      }
    },
    forget,
  }
}
