import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { canonicalJson } from './canonical-json.ts'
import { checkEntry, type HashedEntry } from './check-entry.ts'
import { checkExport, linesOf } from './check-export.ts'

const sha256 = (value: object) => createHash('sha256').update(canonicalJson(value)).digest('hex')
const salt = (n: number) => n.toString(16).padStart(32, '0')

/** An entry after another, as the server makes them. */
function anEntry(sequence: number, previous_hash: string): HashedEntry {
  const actor = { type: 'user', id: 'M-1', name: 'Hélène', address: '::1', salt: salt(sequence) }
  const subject = { type: 'employee', technical_id: 'E-1', salt: salt(1000 + sequence) }
  const base = {
    sequence,
    at: '2026-11-19T10:00:00.123Z',
    action: 'document.viewed',
    outcome: 'done',
    actor_type: 'user',
    actor_hash: sha256(actor),
    subject_hash: sha256(subject),
    resource: { type: 'employee_document', id: 'd-1' },
    details: { pages: 2, added: ['b', 'a'] },
    previous_hash,
  }
  return { ...base, actor, subject, hash: sha256({ ...base, client: 'acme' }) }
}

function aChain(length: number): HashedEntry[] {
  const entries: HashedEntry[] = []
  for (let n = 1; n <= length; n++) entries.push(anEntry(n, entries.at(-1)?.hash ?? '0'.repeat(64)))
  return entries
}

const CHAIN = aChain(5)
const closing = (sequence: number) => ({
  checkpoint: { client: 'acme', sequence, hash: CHAIN[sequence - 1]?.hash ?? '', at: '', seal: '' },
})

async function checked(lines: object[]) {
  async function* pieces() {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    // Pieces end anywhere.
    for (let at = 0; at < text.length; at += 333) yield text.slice(at, at + 333)
  }
  return checkExport(linesOf(pieces()), {
    client: 'acme',
    onProgress: () => {},
    signal: new AbortController().signal,
  })
}

describe('canonical JSON', () => {
  test('sorts keys by code units, at every depth, without spaces', () => {
    assert.equal(
      canonicalJson({ b: [{ z: 1, a: null }], a: 'é"', B: true }),
      '{"B":true,"a":"é\\"","b":[{"a":null,"z":1}]}',
    )
  })
})

describe('an entry', () => {
  const [entry] = aChain(1) as [HashedEntry]

  test('holds, also once the people in it were erased', async () => {
    assert.equal(await checkEntry(entry, 'acme'), null)
    assert.equal(await checkEntry({ ...entry, actor: null, subject: null }, 'acme'), null)
  })

  test('does not hold with anything changed', async () => {
    const { actor, subject } = entry
    assert.equal(await checkEntry({ ...entry, outcome: 'refused' }, 'acme'), 'content')
    assert.equal(await checkEntry(entry, 'globex'), 'content')
    assert.equal(await checkEntry({ ...entry, actor: actor && { ...actor, name: 'Helene' } }, 'acme'), 'actor')
    assert.equal(
      await checkEntry({ ...entry, subject: subject && { ...subject, technical_id: 'E-2' } }, 'acme'),
      'subject',
    )
  })
})

describe('an export', () => {
  test('holds as a whole', async () => {
    assert.deepEqual(await checked([...CHAIN, closing(5)]), { entries: 5, hash: CHAIN[4]?.hash, broken: null })
    assert.deepEqual((await checked([...CHAIN.slice(0, 3), closing(3)])).broken, null)
  })

  test('says which entry was changed, is missing, was moved, or cut off', async () => {
    const brokenOf = async (lines: object[]) => (await checked(lines)).broken
    const [one, two, three, four, five] = CHAIN as [HashedEntry, HashedEntry, HashedEntry, HashedEntry, HashedEntry]
    const rehashed = anEntry(3, salt(7).repeat(2))

    assert.deepEqual(await brokenOf([one, two, { ...three, action: 'x' }, four, five, closing(5)]), {
      sequence: 3,
      why: 'content',
    })
    assert.deepEqual(await brokenOf([one, two, rehashed, four, five, closing(5)]), { sequence: 3, why: 'link' })
    assert.deepEqual(await brokenOf([one, three, four, five, closing(5)]), { sequence: 2, why: 'missing' })
    assert.deepEqual(await brokenOf([one, three, two, four, five, closing(5)]), { sequence: 2, why: 'missing' })
    assert.deepEqual(await brokenOf([one, two, three, closing(5)]), { sequence: 5, why: 'checkpoint' })
    assert.deepEqual(await brokenOf([one, two, three]), { sequence: 4, why: 'cut_off' })
  })
})
