import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]
type Line = { level: string; time: string; msg?: string; err?: { stack?: string } & Record<string, unknown> }

const STYLES: Record<string, Style> = {
  trace: 'gray',
  debug: 'gray',
  info: 'green',
  warn: 'yellow',
  error: 'red',
  fatal: ['bold', 'red'],
}

/** A line of the log for people: the time of day, the level, what happened and its facts; a stack on lines of its own. */
export function readableLine(json: string, stream: NodeJS.WriteStream): string {
  const style = (how: Style, text: string) => styleText(how, text, { stream })
  const { level, time, msg = '', err, ...facts } = JSON.parse(json) as Line
  const { stack, ...failure } = err ?? {}
  const shown = Object.entries({ ...facts, ...failure }).map(
    ([name, value]) => `${style('dim', `${name}=`)}${textOf(value)}`,
  )
  const head = [style('dim', timeOfDay(time)), style(STYLES[level] ?? 'reset', level.toUpperCase().padEnd(5)), msg]
  return `${[head.join(' '), ...shown].join('  ')}\n${stack ? `${stack}\n` : ''}`
}

/** In the time zone of the reader, as the terminal shows other times. */
function timeOfDay(time: string): string {
  return new Date(time).toTimeString().slice(0, 8)
}

function textOf(value: unknown): string {
  return typeof value === 'string' && !/[\s"]/.test(value) ? value : JSON.stringify(value)
}
