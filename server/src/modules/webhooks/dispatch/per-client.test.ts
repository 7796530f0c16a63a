import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { perClient } from './per-client.ts'

/** What each client took of the room, when it has so much. */
async function sharesOf(has: Record<string, number>, room: number): Promise<Record<string, number>> {
  const took: Record<string, number> = {}
  await perClient(Object.keys(has), room, async (client, share) => {
    took[client] = Math.min(has[client] ?? 0, share)
    return took[client]
  })
  return took
}

describe('perClient', () => {
  test('gives each client an equal share of the room', async () => {
    assert.deepEqual(await sharesOf({ acme: 100, globex: 100, initech: 100 }, 30), {
      acme: 10,
      globex: 10,
      initech: 10,
    })
  })

  test('gives what some leave of theirs to those after them, and never more than there is', async () => {
    for (let round = 0; round < 20; round += 1) {
      const took = await sharesOf({ acme: 1, globex: 100, initech: 2 }, 30)

      const sum = Object.values(took).reduce((all, one) => all + one, 0)
      assert.ok(sum <= 30, `${sum}`)
      assert.equal(took.acme, 1)
      assert.equal(took.initech, 2)
      assert.ok((took.globex ?? 0) >= 10)
    }
  })

  test('asks no further client once there is no room, and begins with any of them', async () => {
    const asked = new Set<string>()
    for (let round = 0; round < 100; round += 1) {
      const inRound: string[] = []
      await perClient(['acme', 'globex'], 1, async (client) => {
        inRound.push(client)
        return 1
      })
      assert.equal(inRound.length, 1)
      asked.add(inRound[0] ?? '')
    }

    assert.deepEqual([...asked].sort(), ['acme', 'globex'])
  })

  test('does nothing for no client', async () => {
    assert.deepEqual(await sharesOf({}, 10), {})
  })
})
