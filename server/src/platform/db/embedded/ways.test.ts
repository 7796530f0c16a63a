import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { chmod, chown, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import {
  aDataDir,
  aFolder,
  anEmbeddedProcess,
  anEmbeddedServer,
  FAST,
  isRoot,
  query,
  until,
} from '#test/harness/database/embedded-postgres.ts'
import { findPackageDir } from './binaries.ts'
import { findRunning, startEmbedded } from './embedded.ts'
import { NOBODY, runAs } from './run-as.ts'

const asMapped = ['unshare', '-U', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`]
const asNobody = { uid: NOBODY, gid: NOBODY }
/** A mount of its own puts `false` in the place of `unshare`, for this command only. */
const withoutUnshare = [
  'unshare',
  '--mount',
  'sh',
  '-c',
  'mount --bind /bin/false "$(command -v unshare)" && exec "$0" "$@"',
]

const packageDir = mkdtempSync(join(tmpdir(), 'dossier-embedded-'))

before(() => cpSync(findPackageDir(), packageDir, { recursive: true, verbatimSymlinks: true }))
after(() => rmSync(packageDir, { recursive: true, force: true }))

describe('binaries', () => {
  test('library links that are missing are restored in the package', async (t) => {
    await removeLinks()

    const server = await anEmbeddedServer(t, { dataDir: await aFolder(t), packageDir })

    assert.deepEqual(await query(server.address, 'select 1 as n'), [{ n: 1 }])
    assert.ok((await readdir(join(packageDir, 'native', 'lib'))).some((name) => /^libpq\.(so\.5|5\.dylib)$/.test(name)))
  })
})

describe('a system that allows no way to run PostgreSQL', () => {
  test('is refused in one line that says what to do', async (t) => {
    const start = startEmbedded({ dataDir: await aFolder(t), ways: [] })

    await assert.rejects(start, {
      name: 'StartRefused',
      message: /^PostgreSQL does not run as root, .+ DATABASE_URL\.$/,
    })
  })
})

if (isRoot) describe('as root', rootTests)
else describe('as an ordinary user', ordinaryTests)

function rootTests(): void {
  if (isAllowed([...asMapped, 'true'])) describe('with user namespaces', mappedTests)

  test('as nobody on a first start, with binaries that nobody cannot reach: they are copied', async (t) => {
    await removeLinks()
    await chmod(packageDir, 0o700)
    const dataDir = await aFolder(t)

    const server = await anEmbeddedServer(t, { dataDir, packageDir, ways: ['nobody'] })

    assert.deepEqual(await query(server.address, 'select 1 as n'), [{ n: 1 }])
    assert.ok((await readdir(dataDir)).some((name) => /^pg-18[^/]+$/.test(name)))
    assert.equal((await stat(dataDir)).mode & 0o777, 0o710)
  })

  test('as nobody, below a folder that nobody cannot enter: refused in one line that says what to do', async (t) => {
    const parent = await aFolder(t)

    const start = startEmbedded({ dataDir: join(parent, 'data'), ways: ['nobody'] })

    await assert.rejects(start, {
      name: 'StartRefused',
      message: /^PostgreSQL does not run as root, .+ set DATA_DIR .+$/,
    })
  })

  test('a database of another user is refused, not taken', async (t) => {
    const dataDir = await aFolder(t)
    await mkdir(join(dataDir, 'postgres'))
    await chown(join(dataDir, 'postgres'), 12345, 12345)

    await assert.rejects(startEmbedded({ dataDir }), {
      name: 'StartRefused',
      message: /^.+ belongs to user 12345; .+$/,
    })
  })

  if (isAllowed([...withoutUnshare, 'true'])) {
    test('in a system whose unshare fails, a service runs its server as nobody', async (t) => {
      const dataDir = await aFolder(t)

      const service = anEmbeddedProcess(t, { dataDir }, { wrapper: withoutUnshare })

      assert.equal(await service.firstLine, 'ready')
      assert.equal((await stat(join(dataDir, 'postgres', 'base'))).uid, NOBODY)
    })
  }

  if (isReadableForNobody()) describe('a service that runs as nobody', nobodyTests)
}

function mappedTests(): void {
  test('in a folder that only root may enter, all files stay with root', async (t) => {
    const dataDir = await aFolder(t)
    await chmod(dataDir, 0o700)

    const server = await anEmbeddedServer(t, { dataDir, ways: ['mapped'] })

    assert.deepEqual(await query(server.address, 'select 1 as n'), [{ n: 1 }])
    assert.equal((await stat(join(dataDir, 'postgres'))).uid, 0)
    assert.equal((await stat(dataDir)).mode & 0o777, 0o700)
  })

  test('where namespaces are refused, as nobody in the same folder: data made one way is read the other way', async (t) => {
    const dataDir = await aDataDir(t)
    const first = await startEmbedded({ dataDir, settings: FAST, ways: ['mapped'] })
    await query(first.address, 'create table kept as select 42 as n')
    await first.stop()

    const second = await startEmbedded({ dataDir, settings: FAST, ways: ['nobody'] })
    const kept = await query(second.address, 'select n from kept')
    const owner = (await stat(join(dataDir, 'postgres', 'base'))).uid
    await second.stop()

    const third = await anEmbeddedServer(t, { dataDir, ways: ['mapped'] })
    assert.deepEqual(kept, [{ n: 42 }])
    assert.equal(owner, NOBODY)
    assert.deepEqual(await query(third.address, 'select n from kept'), [{ n: 42 }])
  })

  test('a service that only sees itself as an ordinary user starts PostgreSQL directly', async (t) => {
    const dataDir = await aFolder(t)

    const service = anEmbeddedProcess(t, { dataDir }, { wrapper: asMapped })

    assert.equal(await service.firstLine, 'ready')
    assert.equal((await stat(join(dataDir, 'postgres', 'base'))).uid, 0)
  })
}

function nobodyTests(): void {
  test('starts PostgreSQL directly', async (t) => {
    const dataDir = await aFolderOfNobody(t)

    const service = anEmbeddedProcess(t, { dataDir }, asNobody)

    assert.equal(await service.firstLine, 'ready')
    assert.equal((await stat(join(dataDir, 'postgres', 'base'))).uid, NOBODY)
    assert.ok(await findRunning(dataDir))
    service.process.kill('SIGTERM')
    await service.ended
    assert.ok(await until(async () => (await findRunning(dataDir)) === undefined))
  })

  test('with a read-only package whose links are missing, copies it into the data folder', async (t) => {
    await removeLinks()
    await chmod(packageDir, 0o755)
    const dataDir = await aFolderOfNobody(t)

    const service = anEmbeddedProcess(t, { dataDir, packageDir }, asNobody)

    assert.equal(await service.firstLine, 'ready')
    assert.deepEqual((await readdir(join(packageDir, 'native', 'lib'))).includes('libpq.so.5'), false)
  })

  test('on a folder it may not write to: refused in one line', async (t) => {
    const dataDir = await aFolder(t)
    await chmod(dataDir, 0o755)

    const service = anEmbeddedProcess(t, { dataDir }, asNobody)

    assert.match(await service.firstLine, /^StartRefused: The data folder .+ cannot be written to \(EACCES\); .+$/)
  })
}

function ordinaryTests(): void {
  test('PostgreSQL runs directly, also in a folder that only this user may enter', async (t) => {
    const dataDir = await aFolder(t)
    await chmod(dataDir, 0o700)

    const server = await anEmbeddedServer(t, { dataDir, ways: ['direct'] })

    assert.deepEqual(await query(server.address, 'select 1 as n'), [{ n: 1 }])
  })
}

async function aFolderOfNobody(t: TestContext): Promise<string> {
  const folder = await aFolder(t)
  await chown(folder, NOBODY, NOBODY)
  return folder
}

/** One copy serves all tests, one after the other: root's own, and without links at the beginning of each. */
async function removeLinks(): Promise<void> {
  const lib = join(packageDir, 'native', 'lib')
  for (const entry of await readdir(lib, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) await rm(join(lib, entry.name))
  }
  assert.equal((await runAs('direct', join(packageDir, 'native', 'bin', 'postgres'), ['--version'], '/')).isOk, false)
}

function isAllowed([file = '', ...args]: string[]): boolean {
  return spawnSync(file, args, { stdio: 'ignore' }).status === 0
}

function isReadableForNobody(): boolean {
  const read = ['-e', 'require("node:fs").readFileSync(process.argv[1])', import.meta.filename]
  return spawnSync(process.execPath, read, { ...asNobody, cwd: '/', stdio: 'ignore' }).status === 0
}
