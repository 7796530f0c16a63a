import { BUILDS, isFresh } from './freshness.mjs'

// `npm start`, in the process that becomes the service: a second one would cost every start a Node of its own.
const say = (line) => process.stdout.write(`${line}\n`)
if (!Object.values(BUILDS).every(isFresh)) {
  const { build } = await import('./build.ts')
  await build(say)
}
await import('../server/dist/main.mjs')
