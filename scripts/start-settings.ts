import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
const [, variable, value, flags] = /(\w+)=(\w+) exec node ((?:--\S+ )+)scripts/.exec(scripts.start) ?? []
if (!variable || !value || !flags) throw new Error('The start script in package.json has another form.')

/** What `npm start` sets before it runs the service, for tests and benchmarks that start it themselves. */
export const START_SETTINGS = { env: { [variable]: value }, flags: flags.trim().split(' ') }
