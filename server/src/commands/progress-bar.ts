const WIDTH = 30

/** Shows how far something is, where there is a terminal to show it on. */
export function openProgressBar(out: NodeJS.WriteStream = process.stderr): {
  show(share: number): void
  close(): void
} {
  if (!out.isTTY) return { show() {}, close() {} }
  return {
    show(share) {
      const done = Math.round(share * WIDTH)
      const percent = `${Math.floor(share * 100)}`.padStart(3)
      out.write(`\r[${'#'.repeat(done)}${'-'.repeat(WIDTH - done)}] ${percent} %`)
    },
    close: () => void out.write(`\r${' '.repeat(WIDTH + 10)}\r`),
  }
}
