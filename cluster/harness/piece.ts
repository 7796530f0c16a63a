import type { Report } from './report.ts'

/** One part of the cluster that can be tried alone. */
export type Piece = {
  name: string
  /** What it shows, in one sentence. */
  what: string
  /** What this machine lacks for it, in one line, or undefined. */
  lacks(): string | undefined
  /** Builds, loads, breaks; what it starts is ended by `atEnd`. */
  run(report: Report): Promise<void>
}
