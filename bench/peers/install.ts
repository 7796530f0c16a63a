import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, realpathSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A version of Node in a folder of its own, for programs that do not run on ours. */
export async function installNode(folder: string, version: string): Promise<string> {
  await install(folder, { node: version })
  return join(folder, 'node_modules/node/bin/node')
}

/** Installs packages of exact versions from npm into a folder of their own, unless they are there already. */
export async function install(folder: string, packages: Record<string, string>, node?: string): Promise<void> {
  const wanted = JSON.stringify({ name: 'peer', version: '1.0.0', private: true, dependencies: packages }, undefined, 2)
  const done = join(folder, 'installed')
  if (existsSync(done)) return
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), wanted)
  await run(
    folder,
    'npm',
    ['install', '--no-audit', '--no-fund', '--loglevel=error'],
    node === undefined ? {} : compilingFor(node),
  )
  await writeFile(done, '')
}

/** What is compiled while it is installed is compiled for the Node that will run it. */
function compilingFor(node: string): Record<string, string> {
  const program = realpathSync(node)
  return { PATH: `${dirname(program)}:${process.env.PATH}`, npm_config_nodedir: join(dirname(program), '..') }
}

/** A program that has to succeed. */
export async function run(cwd: string, file: string, args: string[], env: Record<string, string> = {}): Promise<void> {
  const child = spawn(file, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  let complaints = ''
  child.stderr.on('data', (part) => {
    complaints = (complaints + part).slice(-4000)
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${code}:\n${complaints}`)
}
