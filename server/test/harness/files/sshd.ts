import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext } from 'node:test'
import ssh2 from 'ssh2'
import { fingerprintOf } from '#platform/transfer/sftp-session.ts'
import { eventually } from '#test/harness/eventually.ts'

/** It wants to be started by its whole path, and is not on the path of everybody. */
export function findSshd(): string | undefined {
  return ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/usr/bin/sshd'].find((one) => existsSync(one))
}

export type Sshd = {
  host: string
  port: number
  user: string
  hostKey: string
  privateKey: string
  /** A directory that it serves. */
  directory: string
  stop(): Promise<void>
}

/** The SFTP server of OpenSSH, as the user who runs the tests, with keys of its own. */
export async function startSshd(): Promise<Sshd> {
  const program = findSshd()
  if (!program) throw new Error('sshd is needed for this test: install the package openssh-server.')
  const folder = await mkdtemp(join(tmpdir(), 'dossier-sshd-'))
  const port = await freePort()
  const hostKeys = aKeyPair()
  const userKeys = aKeyPair()
  const directory = join(folder, 'inbox')
  await mkdir(directory)
  await writeFile(join(folder, 'host'), hostKeys.private, { mode: 0o600 })
  await writeFile(join(folder, 'authorized'), userKeys.public, { mode: 0o600 })
  await writeFile(join(folder, 'config'), configOf(folder, port))
  // As root it wants an empty folder to lock itself into; the package makes it when the machine starts.
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true, mode: 0o755 })
  const child = spawn(program, ['-D', '-e', '-f', join(folder, 'config')], { stdio: ['ignore', 'ignore', 'pipe'] })
  const said: string[] = []
  child.stderr.on('data', (chunk) => said.push(String(chunk)))
  const stop = async () => {
    await end(child)
    await rm(folder, { recursive: true, force: true })
  }
  after(stop)
  await eventually(() => answers(port), { withinSeconds: 10 }).catch(() => {
    throw new Error(`sshd did not start: ${said.join('')}`)
  })
  const user = userInfo().username
  return { host: '127.0.0.1', port, user, hostKey: hostKeys.fingerprint, privateKey: userKeys.private, directory, stop }
}

export function aKeyPair() {
  // ssh2 now and then makes a pair that it cannot read itself.
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync('ed25519')
    const parsed = ssh2.utils.parseKey(pair.public)
    if (!(parsed instanceof Error)) return { ...pair, fingerprint: fingerprintOf(parsed.getPublicSSH()) }
  }
}

/** A server of SSH that does what a real one would not. */
export async function aStrangeServer(t: TestContext, serve: (client: ssh2.Connection) => unknown) {
  const keys = aKeyPair()
  const server = new ssh2.Server({ hostKeys: [keys.private] }, (client) => {
    client.on('error', () => {})
    serve(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return { port: (server.address() as AddressInfo).port, hostKey: keys.fingerprint }
}

function configOf(folder: string, port: number): string {
  return [
    `ListenAddress 127.0.0.1:${port}`,
    `HostKey ${join(folder, 'host')}`,
    `AuthorizedKeysFile ${join(folder, 'authorized')}`,
    `PidFile ${join(folder, 'pid')}`,
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'PermitRootLogin prohibit-password',
    'StrictModes no',
    'UsePAM no',
    'Subsystem sftp internal-sftp',
    'ForceCommand internal-sftp',
    '',
  ].join('\n')
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

function answers(port: number): Promise<boolean> {
  return new Promise((told) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => told(false))
    socket.once('data', () => {
      socket.destroy()
      told(true)
    })
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((closed) => child.once('close', closed))
  child.kill('SIGTERM')
  await ended
}
