import { parseArgs } from 'node:util'
import { type Command, print } from '#commands/command.ts'
import { COMMANDS } from '#commands/index.ts'
import { A_DAY_MS, answeredWithin } from '#platform/db/connections/answer-limit.ts'
import { DatabaseUnavailable } from '#platform/db/connections/database-unavailable.ts'
import { Problem } from '#platform/problem.ts'
import { sourceStack } from '#platform/source-stack.ts'
import { StartRefused } from '#platform/start-refused.ts'

/** The exit codes: 0 done, 1 refused, 2 misused; a command may have others. */
const REFUSED = 1
const MISUSED = 2

process.on('uncaughtExceptionMonitor', (error) => {
  if (error instanceof Error && error.stack) error.stack = sourceStack(error.stack)
})
process.exitCode = await main(process.argv.slice(2))

async function main([name = '', ...rest]: string[]): Promise<number> {
  if (['', 'help', '--help', '-h'].includes(name)) {
    print(overview())
    return name === '' ? MISUSED : 0
  }
  const command = COMMANDS.find((one) => one.name === name)
  if (!command) return misuse(`Unknown command ${name}. "dossier --help" lists them.`)
  if (rest.includes('--help') || rest.includes('-h')) {
    print(page(command))
    return 0
  }
  const given = parseGiven(command, rest)
  return given ? runCommand(command, given) : misuse(`Usage: dossier ${command.name} ${command.usage}`)
}

async function runCommand(command: Command, given: Parameters<Command['run']>[1]): Promise<number> {
  const { readConfig } = await import('./config.ts')
  const run = async () => (await command.run(readConfig(process.env), given)) ?? 0
  try {
    return await (command.isService ? run() : answeredWithin(A_DAY_MS, run))
  } catch (error) {
    const isKnown = [StartRefused, Problem, DatabaseUnavailable].some((one) => error instanceof one)
    if (!isKnown) throw error
    const { message } = error as Error
    const line = error instanceof DatabaseUnavailable ? `The database cannot be used (${message}).` : message
    process.stderr.write(`${line}\n`)
    return REFUSED
  }
}

function parseGiven(command: Command, args: string[]): Parameters<Command['run']>[1] | undefined {
  try {
    const { positionals, values } = parseArgs({ args, options: command.flags, allowPositionals: true })
    const flags = values as Record<string, string | boolean | undefined>
    const { words, optionalWords = 0, needs = [] } = command
    const isCounted = positionals.length >= words && positionals.length <= words + optionalWords
    const isWhole = isCounted && needs.every((flag) => flags[flag])
    return isWhole ? { positionals, flags } : undefined
  } catch {
    return undefined
  }
}

function misuse(message: string): number {
  process.stderr.write(`${message}\n`)
  return MISUSED
}

function overview(): string {
  const lines = COMMANDS.map((command) => `  ${command.name.padEnd(18)} ${command.summary}`)
  return `dossier COMMAND\n\n${lines.join('\n')}\n\n"dossier COMMAND --help" explains one of them.`
}

function page(command: Command): string {
  return `dossier ${command.name} ${command.usage}\n\n${command.help}`
}
