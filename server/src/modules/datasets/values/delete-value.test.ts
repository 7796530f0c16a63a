import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '#test/harness/app.ts'
import { acme, aDataset, eventRowsAbout, eventsAbout, inEnglish, storedPaths, unique } from '#test/harness/builders.ts'
import { deleteValue } from './delete-value.ts'

const service = await startApp()
const { v2, db } = service

const countOf = async (dataset: string) => (await v2('GET', `/datasets/${dataset}`)).json().values_count

describe('DELETE /datasets/{id}/values/{code}', () => {
  test('204 deletes a value, and emits dataset_value.deleted with what it was', async () => {
    const offices = await aDataset(service, { values: ['fr', 'gb'] })
    const before = (await v2('GET', `/datasets/${offices}/values/fr`)).json()

    const answer = await v2('DELETE', `/datasets/${offices}/values/fr`)

    assert.equal(answer.statusCode, 204)
    assert.equal(answer.body, '')
    assert.deepEqual(await storedPaths(db, offices), ['gb'])
    assert.equal(await countOf(offices), 1)
    const [event, ...more] = await eventRowsAbout(db, offices)
    assert.equal(event?.type, 'dataset_value.deleted')
    assert.deepEqual([event?.client_id, event?.actor_id], ['acme', 'payroll'])
    assert.deepEqual(event?.data, before)
    assert.deepEqual(more, [])
  })

  test('204 deletes all descendants, with one event each', async () => {
    const values = ['fr', 'fr.paris', 'fr.paris.hq', 'fr.paris.lab', 'fr.lyon', 'gb', 'gb.paris']
    const offices = await aDataset(service, { values })

    const answer = await v2('DELETE', `/datasets/${offices}/values/fr`)

    const events = await eventRowsAbout(db, offices)
    assert.equal(answer.statusCode, 204)
    assert.deepEqual(await storedPaths(db, offices), ['gb', 'gb.paris'])
    assert.equal(await countOf(offices), 2)
    assert.ok(events.every((one) => one.type === 'dataset_value.deleted'))
    assert.deepEqual(events.map((one) => (one.data as { path: string }).path).sort(), [
      'fr',
      'fr.lyon',
      'fr.paris',
      'fr.paris.hq',
      'fr.paris.lab',
    ])
  })

  test('204 leaves the parent, its other children and what merely begins alike', async () => {
    const offices = await aDataset(service, { values: ['fr', 'fr.a', 'fr.a.x', 'fr.ab', 'fr.ab.x', 'fr2'] })

    await v2('DELETE', `/datasets/${offices}/values/fr.a`)

    assert.deepEqual(await storedPaths(db, offices), ['fr', 'fr.ab', 'fr.ab.x', 'fr2'])
  })

  test('204 deletes more descendants than are taken in hand at once', async () => {
    const offices = await aDataset(service, { dimensions: ['a', 'b', 'c'] })
    const values = ['p']
    for (let index = 0; index < 2010; index++) values.push(`p.${index}`)
    for (let index = 0; index < 10; index++) values.push(`p.7.${index}`)
    await v2('POST', `/datasets/${offices}/values/bulk`, {
      body: { values: [...values, 'q'].map((code) => ({ code, localized_names: [] })) },
    })

    const answer = await v2('DELETE', `/datasets/${offices}/values/p`)

    const types = await eventsAbout(db, offices)
    assert.equal(answer.statusCode, 204)
    assert.deepEqual(await storedPaths(db, offices), ['q'])
    assert.equal(await countOf(offices), 1)
    assert.equal(types.filter((one) => one === 'dataset_value.deleted').length, values.length)
  })

  test('a deleted value can be put again, as new and without its descendants', async () => {
    const offices = await aDataset(service, { values: ['fr', 'fr.paris'] })
    await v2('DELETE', `/datasets/${offices}/values/fr`)

    const answer = await v2('PUT', `/datasets/${offices}/values/fr`, { body: { localized_names: inEnglish('fr') } })

    assert.equal(answer.statusCode, 201)
    assert.deepEqual(await storedPaths(db, offices), ['fr'])
    assert.equal(await countOf(offices), 1)
  })

  test('404 for an absent value, and for what cannot be a path; nothing changes', async () => {
    const offices = await aDataset(service, { values: ['fr'] })

    for (const path of ['gb', 'fr.paris', 'fr.', 'fr%2Fparis']) {
      const answer = await v2('DELETE', `/datasets/${offices}/values/${path}`)

      assert.equal(answer.statusCode, 404)
      assert.deepEqual(answer.json(), { code: 'not_found', message: `Value ${decodeURIComponent(path)} not found.` })
    }
    assert.deepEqual(await storedPaths(db, offices), ['fr'])
    assert.deepEqual(await eventsAbout(db, offices), [])
  })

  test('404 for an absent data set', async () => {
    const id = unique('ds')

    const answer = await v2('DELETE', `/datasets/${id}/values/fr`)

    assert.equal(answer.statusCode, 404)
    assert.deepEqual(answer.json(), { code: 'not_found', message: `Data set ${id} not found.` })
  })

  test('the values come back, and no event is left, when a later step of the work fails', async () => {
    const offices = await aDataset(service, { values: ['fr', 'fr.paris'] })

    const work = service.doWork(acme, async (step) => {
      await deleteValue(step, offices, 'fr')
      throw new Error('a later step')
    })

    await assert.rejects(work, /a later step/)
    assert.deepEqual(await storedPaths(db, offices), ['fr', 'fr.paris'])
    assert.equal(await countOf(offices), 2)
    assert.deepEqual(await eventsAbout(db, offices), [])
  })
})
