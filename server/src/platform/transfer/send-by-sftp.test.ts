import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, describe, test } from 'node:test'
import ssh2 from 'ssh2'
import { openOutbound } from '#platform/outbound/outbound.ts'
import { aKeyPair, aStrangeServer, startSshd } from '#test/harness/files/sshd.ts'
import { checkSftp, sendBySftp } from './send-by-sftp.ts'
import type { TransferFailure, TransferFailureCode } from './transfer-failure.ts'

const outbound = openOutbound({ allowPrivate: true })
after(() => outbound.close())
const sshd = await startSshd()
const signal = new AbortController().signal
const NAME = 'packages-1-0194.zip'
const { FAILURE, EOF } = ssh2.utils.sftp.STATUS_CODE
const DIRECTORY = { mode: 0o040755, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 }

async function aTarget(name: string) {
  const directory = join(sshd.directory, name)
  await mkdir(directory)
  return { ...sshd, directory }
}

const reading =
  (...chunks: Buffer[]) =>
  () =>
    Readable.from(chunks, { objectMode: false })

function refusedWith(code: TransferFailureCode, message?: RegExp) {
  return (error: TransferFailure) => {
    assert.equal(error.code, code, error.message)
    if (message) assert.match(error.message, message)
    return true
  }
}

describe('sendBySftp, to the server of OpenSSH', () => {
  test('puts a file there, whole, under its name and nothing beside it', async () => {
    const target = await aTarget('whole')
    const bytes = Buffer.alloc(3 * 1024 * 1024 + 17, 'abcdefg')
    const chunks = Array.from({ length: 49 }, (_, n) => bytes.subarray(n * 65_536, (n + 1) * 65_536))

    await sendBySftp(outbound, target, { name: NAME, read: reading(...chunks) }, { signal })

    assert.deepEqual(await readdir(target.directory), [NAME])
    assert.ok((await readFile(join(target.directory, NAME))).equals(bytes))
    assert.equal((await stat(join(target.directory, NAME))).mode & 0o007, 0, 'others may not read it')
  })

  test('leaves a file of that name as it is, and does not read the content', async () => {
    const target = await aTarget('again')
    await writeFile(join(target.directory, NAME), 'first')

    await sendBySftp(outbound, target, { name: NAME, read: () => assert.fail('It is there already.') }, { signal })

    assert.equal(await readFile(join(target.directory, NAME), 'utf8'), 'first')
  })

  test('removes what broken attempts of the same file left behind, and nothing else', async () => {
    const target = await aTarget('leftover')
    for (const one of [`.${NAME}.0123456789ab.part`, '.packages-2-0194.zip.0123456789ab.part', 'other.zip']) {
      await writeFile(join(target.directory, one), 'half')
    }

    await sendBySftp(outbound, target, { name: NAME, read: reading(Buffer.from('all')) }, { signal })

    assert.deepEqual((await readdir(target.directory)).toSorted(), [
      '.packages-2-0194.zip.0123456789ab.part',
      'other.zip',
      NAME,
    ])
  })

  test('leaves nothing when the content breaks off, and says why', async () => {
    const target = await aTarget('broken')
    async function* broken() {
      yield Buffer.alloc(100_000)
      throw new Error('the bytes are gone')
    }

    const sending = sendBySftp(
      outbound,
      target,
      { name: NAME, read: () => Readable.from(broken(), { objectMode: false }) },
      { signal },
    )

    await assert.rejects(sending, /the bytes are gone/)
    assert.deepEqual(await readdir(target.directory), [])
  })

  test('ends when the service stops', async () => {
    const target = await aTarget('stopped')
    const stop = new AbortController()
    async function* endless() {
      for (;;) {
        yield Buffer.alloc(1000)
        stop.abort()
      }
    }

    const content = () => Readable.from(endless(), { objectMode: false })
    await assert.rejects(sendBySftp(outbound, target, { name: NAME, read: content }, { signal: stop.signal }), {
      name: 'AbortError',
    })

    assert.deepEqual(await readdir(target.directory), [])
  })

  test('checks a target without leaving anything', async () => {
    const target = await aTarget('checked')

    await checkSftp(outbound, target)

    assert.deepEqual(await readdir(target.directory), [])
  })
})

describe('sendBySftp refuses', () => {
  const send = (target: Parameters<typeof sendBySftp>[1], silenceMs?: number) =>
    sendBySftp(outbound, target, { name: NAME, read: reading(Buffer.from('all')) }, { signal, silenceMs })

  test('a server with another host key than the pinned one, before it sends credentials', async (t) => {
    const asked: string[] = []
    const { port } = await aStrangeServer(t, (client) =>
      client.on('authentication', ({ method }) => asked.push(method)),
    )

    const target = { ...sshd, port, password: 's3cret', directory: '/' }
    await assert.rejects(send(target), refusedWith('host_key_mismatch', /SHA256:/))

    assert.deepEqual(asked, [])
  })

  test('a key that the server does not know', async () => {
    await assert.rejects(send({ ...sshd, privateKey: aKeyPair().private }), refusedWith('authentication_failed'))
  })

  test('a directory that does not exist, or is a file', async () => {
    const target = await aTarget('not-there')
    await writeFile(join(target.directory, 'file'), '')
    for (const one of ['nowhere', 'file']) {
      await assert.rejects(
        send({ ...target, directory: join(target.directory, one) }),
        refusedWith('folder_not_found', new RegExp(one)),
      )
    }
  })

  test('a file system that takes no files', async () => {
    await assert.rejects(send({ ...sshd, directory: '/proc' }), refusedWith('not_writable'))
  })

  test('an address where nobody listens, and one that is private', async () => {
    const guarded = openOutbound({ allowPrivate: false })
    const { port } = await aSilentServer()

    await assert.rejects(
      sendBySftp(guarded, { ...sshd, port }, { name: NAME, read: reading() }, { signal }),
      refusedWith('private_address'),
    )
    await assert.rejects(send({ ...sshd, port: 1 }), refusedWith('refused'))
    await guarded.close()
  })

  test('a server that says nothing, within the time that it has', async (t) => {
    const { port, sockets } = await aSilentServer()
    t.after(() => {
      for (const one of sockets) one.destroy()
    })

    await assert.rejects(send({ ...sshd, port }, 300), refusedWith('timed_out'))
  })

  test('a server that lets in and then says nothing', async (t) => {
    const { port, hostKey } = await aStrangeServer(t, (client) => {
      client.on('authentication', (context) => context.accept())
      client.on('session', (accept) => accept().on('sftp', (open) => void open().on('STAT', () => {})))
    })

    const target = { ...sshd, port, hostKey, password: 's3cret', directory: '/' }
    await assert.rejects(send(target, 500), refusedWith('timed_out'))
  })

  test('in one line without control characters, whatever the server says', async (t) => {
    const { port, hostKey } = await aStrangeServer(t, (client) => {
      client.on('authentication', (context) => context.accept())
      client.on('session', (accept) =>
        accept().on('sftp', (open) => {
          const sftp = open()
          sftp.on('STAT', (id) => sftp.status(id, FAILURE, `quota\0 exceeded\r\n\x1b[2J${'x'.repeat(1000)}`))
        }),
      )
    })

    const target = { ...sshd, port, hostKey, password: 's3cret', directory: '/' }
    await assert.rejects(send(target), refusedWith('not_writable', /^The server .*\(quota {2}exceeded \[2Jx{400,}$/))
  })

  test('a server that hangs up in the middle', async (t) => {
    const { port, hostKey } = await aStrangeServer(t, (client) => {
      client.on('authentication', (context) => context.accept())
      client.on('ready', () => client.on('session', () => client.end()))
    })

    const target = { ...sshd, port, hostKey, password: 's3cret', directory: '/' }
    await assert.rejects(send(target), refusedWith('reset'))
  })
})

describe('sendBySftp, when the service stops, ends its questions to a server', () => {
  test('that never comes to the end of a directory', async (t) => {
    const stop = new AbortController()
    let asked = 0
    const { port, hostKey } = await aStrangeServer(t, (client) => {
      client.on('authentication', (context) => context.accept())
      client.on('session', (accept) =>
        accept().on('sftp', (open) => {
          const sftp = open()
          sftp.on('STAT', (id) => sftp.attrs(id, DIRECTORY))
          sftp.on('OPENDIR', (id) => sftp.handle(id, Buffer.from('1')))
          sftp.on('READDIR', (id) => {
            asked += 1
            if (asked === 3) stop.abort()
            // It does end, so that a sender who asks on fails the test and does not keep it.
            if (asked > 50) sftp.status(id, EOF)
            else sftp.name(id, [{ filename: 'a.zip', longname: 'a.zip', attrs: DIRECTORY }])
          })
        }),
      )
    })

    const target = { ...sshd, port, hostKey, password: 's3cret', directory: '/' }
    const sending = sendBySftp(
      outbound,
      target,
      { name: NAME, read: reading() },
      { signal: stop.signal, silenceMs: 2000 },
    )

    await assert.rejects(sending, { name: 'AbortError' })
    assert.equal(asked, 3)
  })

  test('that says nothing, without waiting for it', async (t) => {
    const stop = new AbortController()
    const { port, hostKey } = await aStrangeServer(t, (client) => {
      client.on('authentication', (context) => context.accept())
      client.on('session', (accept) => accept().on('sftp', (open) => void open().on('STAT', () => stop.abort())))
    })

    const target = { ...sshd, port, hostKey, password: 's3cret', directory: '/' }
    const sending = sendBySftp(
      outbound,
      target,
      { name: NAME, read: reading() },
      { signal: stop.signal, silenceMs: 2000 },
    )

    await assert.rejects(sending, { name: 'AbortError' })
  })

  test('that it has not called yet', async () => {
    const sending = sendBySftp(
      outbound,
      { ...sshd, port: 1 },
      { name: NAME, read: reading() },
      { signal: AbortSignal.abort() },
    )

    await assert.rejects(sending, { name: 'AbortError' })
  })
})

test('a password is sent as it is', async (t) => {
  const passwords: string[] = []
  const { port, hostKey } = await aStrangeServer(t, (client) => {
    client.on('authentication', (context) => {
      if (context.method !== 'password') return context.reject(['password'])
      passwords.push(context.password)
      context.reject()
    })
  })

  const { privateKey: _, ...rest } = sshd
  const target = { ...rest, port, hostKey, password: 'pässword', directory: '/' }
  await assert.rejects(checkSftp(outbound, target), refusedWith('authentication_failed'))

  assert.deepEqual(passwords, ['pässword'])
})

async function aSilentServer() {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket.on('error', () => {})))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  return { port: (server.address() as AddressInfo).port, sockets }
}
