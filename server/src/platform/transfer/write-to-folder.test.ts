import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { aFolder } from '#test/harness/processes/service.ts'
import type { TransferFailure, TransferFailureCode } from './transfer-failure.ts'
import { checkFolder, writeToFolder } from './write-to-folder.ts'

const signal = new AbortController().signal
const NAME = 'packages-1-0194.zip'
const rootName = 'CARRIER_ROOT'

async function aTarget() {
  const root = join(await aFolder(), 'root')
  await mkdir(join(root, 'printer'), { recursive: true })
  return { root, rootName, folder: 'printer', path: join(root, 'printer') }
}

const reading =
  (...chunks: string[]) =>
  () =>
    Readable.from(
      chunks.map((one) => Buffer.from(one)),
      { objectMode: false },
    )

const refusedWith = (code: TransferFailureCode) => (error: TransferFailure) => {
  assert.equal(error.code, code, error.message)
  return true
}

describe('writeToFolder', () => {
  test('writes a file, whole, that others may not read', async () => {
    const target = await aTarget()

    await writeToFolder(target, NAME, reading('one ', 'two'), signal)

    assert.deepEqual(await readdir(target.path), [NAME])
    assert.equal(await readFile(join(target.path, NAME), 'utf8'), 'one two')
    assert.equal((await stat(join(target.path, NAME))).mode & 0o007, 0)
  })

  test('leaves a file of that name as it is, and does not read the content', async () => {
    const target = await aTarget()
    await writeFile(join(target.path, NAME), 'first')

    await writeToFolder(target, NAME, () => assert.fail('It is there already.'), signal)

    assert.equal(await readFile(join(target.path, NAME), 'utf8'), 'first')
  })

  test('removes what killed attempts of the same file left behind, and nothing else', async () => {
    const target = await aTarget()
    const other = '.packages-2-0194.zip.0123456789ab.part'
    for (const one of [`.${NAME}.0123456789ab.part`, other]) await writeFile(join(target.path, one), 'half')

    await writeToFolder(target, NAME, reading('all'), signal)

    assert.deepEqual((await readdir(target.path)).toSorted(), [other, NAME])
  })

  test('leaves nothing when the content breaks off, and says why', async () => {
    const target = await aTarget()
    async function* broken() {
      yield Buffer.from('half')
      throw Object.assign(new Error('the bytes are gone'), { code: 'ENOENT', syscall: 'open' })
    }

    const content = () => Readable.from(broken(), { objectMode: false })
    await assert.rejects(writeToFolder(target, NAME, content, signal), /the bytes are gone/)

    assert.deepEqual(await readdir(target.path), [])
  })

  test('refuses without a root, and a folder that does not exist or is a file', async () => {
    const target = await aTarget()
    await writeFile(join(target.root, 'file'), '')
    const cases: [string | undefined, string, TransferFailureCode][] = [
      [undefined, 'printer', 'no_root'],
      [target.root, 'nowhere', 'folder_not_found'],
      [join(target.root, 'nowhere'), 'printer', 'folder_not_found'],
      [target.root, 'file', 'folder_not_found'],
    ]
    for (const [root, folder, code] of cases) {
      await assert.rejects(writeToFolder({ root, rootName, folder }, NAME, reading('all'), signal), refusedWith(code))
    }
  })

  test('names what is missing, but not where the root is', async () => {
    const { root } = await aTarget()
    const cases: [string, string, string][] = [
      [root, 'nowhere', 'The folder nowhere does not exist below CARRIER_ROOT.'],
      [join(root, 'nowhere'), 'printer', 'CARRIER_ROOT does not exist.'],
    ]
    for (const [from, folder, message] of cases) {
      await assert.rejects(writeToFolder({ root: from, rootName, folder }, NAME, reading('all'), signal), { message })
    }
  })

  test('refuses what is outside of the root, however it is reached', async () => {
    const target = await aTarget()
    const outside = await aFolder()
    await symlink(outside, join(target.root, 'link'))
    // A folder beside the root whose name begins like it.
    await mkdir(`${target.root}-more`)
    for (const folder of ['..', '../..', 'printer/../..', 'link', '../root-more', '/tmp']) {
      await assert.rejects(
        writeToFolder({ ...target, folder }, NAME, reading('all'), signal),
        refusedWith('outside_root'),
      )
    }
    assert.deepEqual(await readdir(outside), [])
  })

  test('refuses a file system that takes no files', async () => {
    await assert.rejects(
      writeToFolder({ root: '/proc', rootName, folder: 'self' }, NAME, reading('all'), signal),
      refusedWith('not_writable'),
    )
  })
})

test('checkFolder follows a link that stays within the root', async () => {
  const target = await aTarget()
  await symlink(target.path, join(target.root, 'link'))

  assert.equal(await checkFolder({ ...target, folder: 'link' }), target.path)
})
