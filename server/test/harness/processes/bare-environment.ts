import { join } from 'node:path'

const CACHE = join(import.meta.dirname, '../../../../node_modules/.cache/node')
const { PATH = '', NODE_COMPILE_CACHE = CACHE } = process.env

/** What every process of a test gets: nothing of ours but where programs are, and where modules lie compiled. */
export const bareEnvironment = { PATH, NODE_COMPILE_CACHE }
