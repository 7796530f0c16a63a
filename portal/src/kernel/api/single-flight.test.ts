import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { describeValues, SingleFlight } from './single-flight.ts'

function aCounter() {
  let calls = 0
  const send = async () => {
    calls += 1
    return calls
  }
  return { send, calls: () => calls }
}

describe('what is asked for twice at once', () => {
  test('is sent once, and both have its answer', async () => {
    const { send, calls } = aCounter()
    const flight = new SingleFlight<number>()

    const answers = await Promise.all([flight.run({ a: 1 }, send), flight.run({ a: 1 }, send)])

    assert.deepEqual([answers, calls()], [[1, 1], 1])
  })

  test('is sent once when the first was answered between the two clicks', async () => {
    const { send, calls } = aCounter()
    const flight = new SingleFlight<number>()

    await flight.run(undefined, send)
    await flight.run(undefined, send)

    assert.equal(calls(), 1)
  })

  test('is sent again after a while', async () => {
    const { send, calls } = aCounter()
    const flight = new SingleFlight<number>()

    await flight.run('x', send)
    await delay(550)
    await flight.run('x', send)

    assert.equal(calls(), 2)
  })

  test('is refused once, and sent again when somebody tries again', async () => {
    const { send, calls } = aCounter()
    const flight = new SingleFlight<number>()

    await assert.rejects(flight.run('x', () => Promise.reject(new Error('refused'))))
    await assert.rejects(flight.run('x', send), /refused/)
    await delay(550)
    await flight.run('x', send)

    assert.equal(calls(), 1)
  })

  test('with other values goes its own way', async () => {
    const { send, calls } = aCounter()
    const flight = new SingleFlight<number>()

    await Promise.all([flight.run({ id: 1 }, send), flight.run({ id: 2 }, send)])

    assert.equal(calls(), 2)
  })
})

test('files and forms are told apart by what is in them', () => {
  const file = (name: string, text: string) => new File([text], name, { lastModified: 1 })
  const form = (...files: File[]) => {
    const made = new FormData()
    for (const one of files) made.append('file', one)
    return made
  }

  assert.equal(describeValues({ file: file('a', 'x'), on: () => {} }), describeValues({ file: file('a', 'x') }))
  assert.notEqual(describeValues({ file: file('a', 'x') }), describeValues({ file: file('a', 'xy') }))
  assert.equal(describeValues(form(file('a', 'x'))), describeValues(form(file('a', 'x'))))
  assert.notEqual(describeValues(form(file('a', 'x'))), describeValues(form(file('b', 'x'))))
})
