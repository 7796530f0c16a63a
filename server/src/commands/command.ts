import type { ParseArgsOptionsConfig } from 'node:util'
import type { Config } from '#src/config.ts'

export type Given = { positionals: string[]; flags: Record<string, string | boolean | undefined> }

/**
 * An operator's command. What it prints goes to standard output; what goes wrong is thrown.
 * It loads what it needs when it runs: help, and a mistake in a command or a setting, wait for none of it.
 */
export type Command = {
  name: string
  /** One line for the list of commands. */
  summary: string
  /** What follows the name, such as `FILE [--json]`. */
  usage: string
  /** The page of help, below the usage. */
  help: string
  flags: ParseArgsOptionsConfig
  /** Flags that must be given. */
  needs?: readonly string[]
  /** How many words must follow the name. */
  words: number
  /** How many more may follow. */
  optionalWords?: number
  /** Whether it goes on until it is stopped. */
  isService?: true
  /** Answers the exit code, when it is another than 0. */
  run(config: Config, given: Given): Promise<void> | Promise<number>
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
