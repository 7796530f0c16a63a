import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after } from 'node:test'
import { eventually } from '#test/harness/eventually.ts'
import { isInstalled } from '#test/harness/processes/installed.ts'
import { aFolder } from '#test/harness/processes/service.ts'
import { ensurePackages } from '../../../scripts/ensure-packages.ts'
import { execute } from './npm-package.ts'

const BOOT = join(import.meta.dirname, 'boot-debian.sh')
const SUITE = 'bookworm'
/** The way of a package into a machine, and nothing else. */
const INCLUDED = 'systemd,systemd-sysv,ca-certificates'
const NAMESPACES = ['--mount', '--propagation=private', '--pid', '--fork', '--uts', '--ipc', '--cgroup']

export type Machine = {
  root: string
  /** Runs a command on the machine; fails when it does. */
  run(...command: string[]): string
}

/** A Debian from its mirror, booted by its own systemd. */
export async function bootDebian(): Promise<Machine> {
  assert.equal(process.getuid?.(), 0, 'A Debian can only be booted by root.')
  const debootstrap = { name: 'debootstrap', isThere: () => isInstalled('debootstrap'), packages: ['debootstrap'] }
  assert.ok(ensurePackages((line) => void process.stderr.write(`${line}\n`), { needs: [debootstrap] }))
  // Made by debootstrap, so that everybody on the machine can look into it.
  const root = join(await aFolder(), 'root')
  await execute('debootstrap', ['--variant=minbase', `--include=${INCLUDED}`, SUITE, root], { maxBuffer: 2 ** 26 })
  await cp('/etc/resolv.conf', join(root, 'etc/resolv.conf'), { dereference: true })
  const pid = await boot(root)
  const enter = ['--target', String(pid), '--all', 'env', 'DEBIAN_FRONTEND=noninteractive']
  const run = (...command: string[]) =>
    execFileSync('nsenter', [...enter, ...command], { encoding: 'utf8', stdio: 'pipe' })
  await eventually(() => isUp(run), { withinSeconds: 120, everyMs: 200 })
  return { root, run }
}

/** Answers the process that is number 1 there. The machine ends with the test. */
async function boot(root: string): Promise<number> {
  const unshare = spawn('unshare', [...NAMESPACES, '--kill-child', 'bash', BOOT, root], { stdio: 'inherit' })
  const ended = once(unshare, 'close')
  after(async () => {
    unshare.kill('SIGKILL')
    await ended
  })
  const children = `/proc/${unshare.pid}/task/${unshare.pid}/children`
  const isSystemd = async (pid: string) => (await readFile(`/proc/${pid}/comm`, 'utf8')) === 'systemd\n'
  return eventually(async () => {
    const pid = readFileSync(children, 'utf8').trim()
    return pid !== '' && (await isSystemd(pid)) && Number(pid)
  })
}

function isUp(run: Machine['run']): boolean {
  try {
    return /^active/.test(run('systemctl', 'is-active', 'multi-user.target'))
  } catch {
    return false
  }
}
