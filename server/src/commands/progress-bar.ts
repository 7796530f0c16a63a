const WIDTH = 30

/** Shows how far something is, where there is a terminal to show it on. */
export function openProgressBar(out: NodeJS.WriteStream = process.stderr): {
  show(share: number): void
  /** If the total is unknown. */
  count(done: number): void
  close(): void
} {
  if (!out.isTTY) return { show() {}, count() {}, close() {} }
  return {
    show(share) {
      const done = Math.round(share * WIDTH)
      const percent = `${Math.floor(share * 100)}`.padStart(3)
      out.write(`\r[${'#'.repeat(done)}${'-'.repeat(WIDTH - done)}] ${percent} %`)
    },
    count: (done) => void out.write(`\r${done} …`),
    close: () => void out.write(`\r${' '.repeat(WIDTH + 10)}\r`),
  }
}
