import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { lacksPrograms, PACKAGES, RELEASE, ROOT, runInRoot } from './harness/debian.ts'

console.log(`The cluster runs servers of Debian 13 (about 1.5 GB) from ${ROOT}; CLUSTER_ROOT names another folder.`)
if (process.getuid?.() !== 0) fail('Run this as root: it makes a Debian of its own and changes into it.')
if (process.platform !== 'linux') fail('This needs Linux.')
if (!existsSync('/usr/sbin/debootstrap')) {
  step('Installing debootstrap')
  run('apt-get', '-qq', 'install', '--yes', '--no-install-recommends', 'debootstrap')
}
mkdirSync(dirname(ROOT), { recursive: true })
if (!existsSync(join(ROOT, 'usr/bin/apt-get')) || existsSync(join(ROOT, 'debootstrap'))) {
  step('Making a Debian 13')
  run('debootstrap', '--variant=minbase', RELEASE, ROOT)
}
// Nothing of it is started by being installed.
writeFileSync(join(ROOT, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
step('Installing the servers, which takes some minutes')
runInRoot(['apt-get', '-qq', 'update'])
runInRoot(['apt-get', '-qq', 'install', '--yes', '--no-install-recommends', ...PACKAGES], {
  env: { DEBIAN_FRONTEND: 'noninteractive' },
})
const lacking = lacksPrograms(
  'usr/sbin/pgbouncer',
  'usr/bin/patroni',
  'usr/bin/etcd',
  'usr/bin/radosgw',
  'usr/bin/prometheus',
)
if (lacking) fail(lacking)
step('Done. Try: npm run cluster -- pooler')

function run(file: string, ...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status } = spawnSync(file, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) fail(`${file} failed.`)
}

function step(what: string): void {
  console.log(`- ${what}`)
}

function fail(why: string): never {
  console.error(why)
  process.exit(1)
}
