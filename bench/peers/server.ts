import { spawn } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { stopChild } from '../harness/child.ts'
import { atEnd } from '../harness/ending.ts'

type Program = {
  node?: string
  folder: string
  script: string
  args: string[]
  env: Record<string, string>
  readyUrl: string
}

/** A server in a process of its own, once it answers at an address; its output goes into a file. */
export async function startServer({ node = process.execPath, folder, script, args, env, readyUrl }: Program) {
  const logPath = join(folder, 'server.log')
  const log = await open(logPath, 'a')
  const startedAt = performance.now()
  const child = spawn(node, [script, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', log.fd, log.fd],
  })
  const stop = () => stopChild(child)
  atEnd(stop)
  await log.close()
  const isUp = async () => (await fetch(readyUrl).catch(() => undefined))?.ok ?? false
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error(`${script} ended:\n${(await readFile(logPath, 'utf8')).slice(-4000)}`)
    await delay(20)
  }
  return { pid: child.pid ?? 0, startMs: performance.now() - startedAt, stop }
}
