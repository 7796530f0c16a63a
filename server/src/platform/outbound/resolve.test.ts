import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openResolver } from './resolve.ts'

describe('a resolver', () => {
  for (const name of ['localhost', 'LocalHost']) {
    test(`${name}: the addresses of this machine, as its file of hosts says`, async () => {
      const addresses = await openResolver()(name)

      assert.ok(addresses.length > 0)
      for (const address of addresses) assert.match(address, /^(127\.|::1$)/)
    })
  }

  for (const name of ['nowhere.invalid', 'two..dots', `${'x'.repeat(300)}.invalid`]) {
    test(`${name.slice(0, 20)}: rejected, since nobody knows it`, async () => {
      await assert.rejects(openResolver()(name))
    })
  }

  test('those who ask for a name at the same time share one question', async () => {
    const resolve = openResolver()

    const asked = Array.from({ length: 50 }, () => resolve('localhost'))

    assert.equal(new Set(asked).size, 1)
    await asked[0]
    assert.notEqual(resolve('localhost'), asked[0])
  })

  test('those who ask for names that nobody knows all get to hear it, and others are answered beside them', async () => {
    const resolve = openResolver()

    const asked = Array.from({ length: 8 }, (_, index) => resolve(`nowhere-${index % 4}.invalid`))
    const known = resolve('localhost')

    assert.equal(
      await Promise.race(
        [...asked, known].map((one) =>
          one.then(
            () => 'known',
            () => 'unknown',
          ),
        ),
      ),
      'known',
    )
    const answers = await Promise.allSettled(asked)
    assert.ok(answers.every((one) => one.status === 'rejected'))
  })

  test('a question that failed is asked again', async () => {
    const resolve = openResolver()
    const first = resolve('nowhere.invalid')
    await assert.rejects(first)

    const second = resolve('nowhere.invalid')

    assert.notEqual(second, first)
    await assert.rejects(second)
  })
})
