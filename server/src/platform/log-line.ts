import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]
type Line = { level: string; time: string; msg?: string; err?: { stack?: string } & Record<string, unknown> }

/** What a terminal would obey or not show: colours, cursor moves, changes of direction. Strangers choose parts of a line. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

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
    ([name, value]) => `${style('dim', `${visible(name)}=`)}${textOf(value)}`,
  )
  const head = [
    style('dim', timeOfDay(time)),
    style(STYLES[level] ?? 'reset', level.toUpperCase().padEnd(5)),
    visible(msg),
  ]
  return `${[head.join(' '), ...shown].join('  ')}\n${stack ? `${stack.split('\n').map(visible).join('\n')}\n` : ''}`
}

/** In the time zone of the reader, as the terminal shows other times. */
function timeOfDay(time: string): string {
  return new Date(time).toTimeString().slice(0, 8)
}

function textOf(value: unknown): string {
  return visible(typeof value === 'string' && !/[\s"]/.test(value) ? value : JSON.stringify(value))
}

function visible(text: string): string {
  return text.replace(INVISIBLE, (character) => `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0')}`)
}
