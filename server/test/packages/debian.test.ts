import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { appendFile, copyFile, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { eventually } from '#test/harness/eventually.ts'
import { aFolder, freePort } from '#test/harness/processes/service.ts'
import { bootDebian } from './debian-machine.ts'
import { execute } from './npm-package.ts'

const ROOT = join(import.meta.dirname, '../../..')
const APT = [
  'apt-get',
  '--quiet',
  '--quiet',
  '--yes',
  '--no-install-recommends',
  '-o',
  'Dpkg::Options::=--force-confold',
]

async function buildDeb(): Promise<string> {
  const folder = await aFolder()
  await execute(process.execPath, [join(ROOT, 'scripts/package-deb.ts')], { cwd: folder, maxBuffer: 2 ** 26 })
  const [name = ''] = globSync('*.deb', { cwd: folder })
  return join(folder, name)
}

const deb = await buildDeb()
const machine = await bootDebian()
const port = await freePort()
const url = `http://127.0.0.1:${port}`

/** The port is that of the machine which runs the tests: the service must not take one that is in use. */
async function install(): Promise<void> {
  const settings = join(machine.root, 'etc/dossier/environment')
  await mkdir(join(settings, '..'))
  await copyFile(join(ROOT, 'deploy/debian/environment'), settings)
  await appendFile(settings, `PORT=${port}\n`)
  await copyFile(deb, join(machine.root, 'root/dossier.deb'))
  machine.run(...APT, 'update')
  machine.run(...APT, 'install', '/root/dossier.deb')
}

const isReady = () =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

describe('the Debian package', () => {
  test('installs, is started by systemd, and keeps its data when it is removed', async () => {
    await install()

    await eventually(isReady, { withinSeconds: 120 })
    assert.match(await (await fetch(url)).text(), /<script/)
    assert.match(machine.run('systemctl', 'is-enabled', 'dossier'), /^enabled/)
    assert.equal(machine.run('systemctl', 'show', '--property=User', 'dossier'), 'User=dossier\n')
    assert.equal(machine.run('systemctl', 'show', '--property=NRestarts', 'dossier'), 'NRestarts=0\n')
    assert.doesNotMatch(machine.run('dossier', 'doctor'), /^(?!ok)\w/m)
    const data = join(machine.root, 'var/lib/dossier')
    assert.equal((await stat(data)).mode & 0o777, 0o700)
    assert.equal((await stat(join(machine.root, 'etc/dossier/environment'))).mode & 0o777, 0o640)

    machine.run('systemctl', 'restart', 'dossier')
    await eventually(isReady, { withinSeconds: 120 })
    machine.run('systemctl', 'stop', 'dossier')
    assert.equal(machine.run('systemctl', 'show', '--property=Result', 'dossier'), 'Result=success\n')
    assert.equal(await isReady(), false)

    machine.run('systemctl', 'start', 'dossier')
    machine.run(...APT, 'purge', 'dossier')

    assert.equal(await isReady(), false)
    assert.ok((await readdir(data)).includes('secret.key'))
  })
})
