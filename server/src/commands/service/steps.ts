import { styleText } from 'node:util'
import { print } from '#commands/command.ts'

/** Tells somebody who watches a terminal what the start does, with the seconds since it began; nobody otherwise. */
export function sayStep(step: string): void {
  const stream = process.stdout
  if (!stream.isTTY) return
  const seconds = `${process.uptime().toFixed(1).padStart(5)} s`
  print(`${styleText('dim', seconds, { stream })}  ${step}`)
}
