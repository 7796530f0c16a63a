import { table } from '../../bench/harness/table.ts'

type Line = { what: string; found: string; verdict: string }

/** What a piece found: facts, which are what they are, and checks, which hold or do not. */
export class Report {
  readonly #title: string
  readonly #lines: Line[] = []

  constructor(title: string) {
    this.#title = title
  }

  get hasFailed(): boolean {
    return this.#lines.some(({ verdict }) => verdict === 'FAILED')
  }

  fact(what: string, found: string | number): void {
    this.#add({ what, found: `${found}`, verdict: '' })
  }

  check(what: string, holds: boolean, found: string | number = ''): void {
    this.#add({ what, found: `${found}`, verdict: holds ? 'holds' : 'FAILED' })
  }

  /** A piece that broke before it was done. */
  broke(error: unknown): void {
    this.#add({ what: 'the piece ran to its end', found: (error as Error).message, verdict: 'FAILED' })
  }

  toString(): string {
    const rows = this.#lines.map(({ what, found, verdict }) => [what, found, verdict])
    return `## ${this.#title}\n\n${table(['what', 'found', 'verdict'], rows)}\n`
  }

  /** Said at once, since a piece may take minutes. */
  #add(line: Line): void {
    this.#lines.push(line)
    console.log(`  ${[line.verdict, line.what, line.found].filter(Boolean).join(' · ')}`)
  }
}
