import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cp, mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { aFolder } from '#test/harness/processes/service.ts'
import { BUILDS, isFresh, stampOf } from '../../../scripts/freshness.mjs'
import { stampForRebuild, writeStamp } from '../../../scripts/stamp.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** A build of three sources that is up to date. */
async function aBuild() {
  const folder = await aFolder()
  const build = { dist: join(folder, 'dist'), sources: [join(folder, 'src'), join(folder, 'lock.json')] }
  for (const name of ['dist', 'src/inner']) await mkdir(join(folder, name), { recursive: true })
  for (const name of ['src/a.ts', 'src/inner/b.ts', 'lock.json']) await writeFile(join(folder, name), name)
  const stamp = stampForRebuild(build)
  assert.ok(stamp)
  writeStamp(build.dist, stamp)
  // What was written within the same tick of the clock counts as newer.
  await delay(100)
  assert.equal(stampForRebuild(build), undefined)
  assert.ok(isFresh(build))
  return { build, file: (name: string) => join(folder, name) }
}

describe('a build', () => {
  const changes: [name: string, change: (file: (name: string) => string) => Promise<void>][] = [
    ['a source is edited', (file) => writeFile(file('src/inner/b.ts'), 'new')],
    ['the lockfile is edited', (file) => writeFile(file('lock.json'), 'new')],
    ['a source is added', (file) => writeFile(file('src/inner/c.ts'), 'new')],
    ['a source is removed', (file) => rm(file('src/inner/b.ts'))],
    ['a source is renamed', (file) => rename(file('src/inner/b.ts'), file('src/inner/c.ts'))],
    [
      'a source is edited and its time is set back',
      async (file) => {
        await writeFile(file('src/a.ts'), 'new')
        await utimes(file('src/a.ts'), 0, 0)
      },
    ],
  ]
  for (const [name, change] of changes) {
    test(`is stale when ${name}`, async () => {
      const { build, file } = await aBuild()

      await change(file)

      assert.equal(isFresh(build), false)
      assert.notEqual(stampForRebuild(build)?.hash, stampOf(build.dist)?.hash)
    })
  }

  test('is up to date when a source was only touched, and the next check knows', async () => {
    const { build, file } = await aBuild()
    await writeFile(file('src/a.ts'), await readFile(file('src/a.ts')))
    assert.equal(isFresh(build), false)
    await delay(100)

    assert.equal(stampForRebuild(build), undefined)

    assert.ok(isFresh(build))
  })

  for (const name of ['a.test.ts', 'a.conformance.ts']) {
    test(`does not depend on tests, such as ${name}`, async () => {
      const { build, file } = await aBuild()
      await writeFile(file(`src/${name}`), 'a test')
      await delay(100)

      assert.equal(stampForRebuild(build), undefined)
    })
  }

  test('names sources that exist', () => {
    for (const { sources } of Object.values(BUILDS)) assert.ok(sources.length > 3)
    assert.ok(BUILDS.server.sources.includes(join(ROOT, 'server/src')))
  })
})

describe('npx dossier', () => {
  async function aCheckout() {
    const folder = await aFolder()
    for (const name of ['server/bin', 'server/src', 'server/dist', 'scripts'])
      await mkdir(join(folder, name), { recursive: true })
    for (const name of ['server/bin/dossier.mjs', 'scripts/freshness.mjs'])
      await cp(join(ROOT, name), join(folder, name))
    await writeFile(join(folder, 'server/src/main.ts'), `console.log('the sources')`)
    await writeFile(join(folder, 'server/dist/main.mjs'), `console.log('the bundle')`)
    const run = () =>
      spawnSync(process.execPath, [join(folder, 'server/bin/dossier.mjs')], { encoding: 'utf8' }).stdout.trim()
    return { folder, run }
  }

  test('runs the bundle of the sources, and the sources once they are newer', async () => {
    const { folder, run } = await aCheckout()
    writeStamp(join(folder, 'server/dist'), { hash: '', comparedAt: Date.now() + 1000 })
    assert.equal(run(), 'the bundle')

    writeStamp(join(folder, 'server/dist'), { hash: '', comparedAt: Date.now() - 10_000 })

    assert.equal(run(), 'the sources')
  })

  test('runs the bundle where there are no sources', async () => {
    const { folder, run } = await aCheckout()
    await rm(join(folder, 'server/src'), { recursive: true })
    await rm(join(folder, 'scripts'), { recursive: true })

    assert.equal(run(), 'the bundle')
  })
})
