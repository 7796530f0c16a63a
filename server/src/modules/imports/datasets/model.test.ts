import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { importDataset } from '#modules/imports/jobs.ts'
import { startApp } from '#test/harness/app.ts'
import { acme, unique } from '#test/harness/builders.ts'
import { csv, importCalls } from '#test/harness/features/imports.ts'
import { enqueueDatasetImport } from './submit-dataset-import.ts'

const service = await startApp()
const { v2 } = service
const { read, content } = importCalls(service)

const LANGUAGES = ['en-us', 'fr-fr'] as const
type Names = Record<string, string>
type Content = Map<string, Names>
type Cells = { code: string; names: string[] }[]
/** A file: so many levels, the languages that it has columns for, and its rows. */
type File = { depth: number; languages: string[]; rows: Cells[] }
type Settings = { mode: 'replace' | 'merge'; on_error: 'abort' | 'skip'; dry_run: boolean }
type Step = { file: File; settings: Settings }

// Few codes and few names, so that rows and files meet one another. A slash makes a row wrong.
const code = fc.oneof({ weight: 12, arbitrary: fc.constantFrom('a', 'b') }, { weight: 1, arbitrary: fc.constant('/') })
const name = fc.constantFrom('', '', 'One', 'Two')
const step: fc.Arbitrary<Step> = fc
  .record({ depth: fc.integer({ min: 2, max: 3 }), languages: fc.subarray([...LANGUAGES]) })
  .chain(({ depth, languages }) => {
    const names = fc.array(name, { minLength: languages.length, maxLength: languages.length })
    const level = fc.record({ code: fc.oneof({ weight: 3, arbitrary: code }, fc.constant('')), names })
    const row = fc.tuple(fc.record({ code, names }), ...Array.from({ length: depth - 1 }, () => level))
    return fc.record({
      file: fc.record({
        depth: fc.constant(depth),
        languages: fc.constant(languages),
        rows: fc.array(row, { maxLength: 7 }),
      }),
      settings: fc.record({
        mode: fc.constantFrom('replace', 'merge'),
        on_error: fc.constantFrom('abort', 'skip'),
        dry_run: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
      }),
    })
  })

const textOf = ({ depth, languages, rows }: File) =>
  csv(
    Array.from({ length: depth }, (_, n) => [`d${n}`, ...languages.map((one) => `d${n}.${one}`)])
      .flat()
      .join(','),
    ...rows.map((row) => row.flatMap((cells) => [cells.code, ...cells.names]).join(',')),
  )

/** What a row says: the path of each level with its names, or nothing when it is wrong. */
function meaningOf(row: Cells, languages: string[]): { path: string; names: Names }[] | undefined {
  const filled = row.findLastIndex((cells) => cells.code !== '') + 1
  const isWrong =
    filled === 0 ||
    row.some((cells, index) => cells.code === '/' || (index < filled && cells.code === '')) ||
    row.slice(filled).some((cells) => cells.names.some((one) => one !== ''))
  if (isWrong) return undefined
  return row.slice(0, filled).map((cells, index) => ({
    path: row
      .slice(0, index + 1)
      .map((one) => one.code)
      .join('.'),
    names: Object.fromEntries(
      languages.flatMap((language, at) => (cells.names[at] ? [[language, cells.names[at]]] : [])),
    ),
  }))
}

const isSame = (one: Names, other: Names) => LANGUAGES.every((language) => one[language] === other[language])

/** What a file says of each value, and how often it says something else than before. */
function readFile({ languages, rows }: File) {
  const meanings = rows
    .filter((row) => row.some((cells) => cells.code !== '' || cells.names.some((one) => one !== '')))
    .map((row) => meaningOf(row, languages))
  const mentions = new Map<string, { isOwn: boolean; names: Names }[]>()
  for (const levels of meanings) {
    for (const [index, { path, names }] of (levels ?? []).entries()) {
      const isOwn = index === (levels?.length ?? 0) - 1
      mentions.set(path, [...(mentions.get(path) ?? []), { isOwn, names }])
    }
  }
  const values = new Map<string, { isOwn: boolean; names: Names }>()
  let warnings = 0
  for (const [path, all] of mentions) {
    const own = all.filter((one) => one.isOwn)
    const telling = own.length > 0 ? own : all.filter(({ names }) => Object.keys(names).length > 0)
    warnings += telling.filter(({ names }, n) => n > 0 && !isSame(names, telling[n - 1]?.names ?? {})).length
    values.set(path, { isOwn: own.length > 0, names: telling.at(-1)?.names ?? {} })
  }
  return { rows: meanings.length, bad: meanings.filter((one) => !one).length, values, warnings }
}

/** What the content is after an import, and what its record says. */
function expected(before: Content, { file, settings: { mode, on_error, dry_run } }: Step) {
  const { rows, bad, values, warnings } = readFile(file)
  const isRefused = bad > 0 && (on_error === 'abort' || bad === rows)
  const after: Content = new Map(mode === 'merge' ? before : [])
  for (const [path, { isOwn, names }] of values) {
    const known = mode === 'merge' ? before.get(path) : undefined
    if (!known) after.set(path, names)
    else if (isOwn) {
      const kept = Object.entries(known).filter(([language]) => !file.languages.includes(language))
      after.set(path, { ...Object.fromEntries(kept), ...names })
    }
  }
  const created = [...after.keys()].filter((path) => !before.has(path)).length
  const updated = [...after].filter(([path, names]) => !isSame(before.get(path) ?? names, names)).length
  const deleted = [...before.keys()].filter((path) => !after.has(path)).length
  return {
    result: isRefused ? 'error' : bad > 0 ? 'partial_success' : 'success',
    after: isRefused || dry_run ? before : after,
    values: values.size,
    stats: {
      rows,
      global_errors: 0,
      row_errors: bad,
      warnings: warnings + (rows === 0 ? 1 : 0),
      values_created: isRefused ? 0 : created,
      values_updated: isRefused ? 0 : updated,
      values_deleted: isRefused ? 0 : deleted,
    },
  }
}

/** Imports a text that is never written to a disk: there are hundreds. */
async function imported(dataset_id: string, text: string, settings: Settings) {
  const bytes = Buffer.from(text)
  const blobs = { ...service.blobs, get: async () => Readable.from([bytes]), size: async () => bytes.length }
  const file = { filename: 'values.csv', content_type: 'text/csv', sha256: '0'.repeat(64) }
  const { id } = await service.doWork(acme, (work) =>
    enqueueDatasetImport(work, blobs, { file, settings: { dataset_id, ...settings }, origin: 'api' }),
  )
  const context = { ...service, blobs, signal: new AbortController().signal }
  await importDataset.run({ client_id: 'acme', import_id: id }, context)
  return read(id)
}

describe('imports of any files, one upon another,', () => {
  test('leave what a model of them leaves, and count what it counts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 2 }), async (steps) => {
        const dataset = unique('ds')
        let now: Content = new Map()
        for (const one of steps) {
          const { result, after, stats, values } = expected(now, one)
          const done = await imported(dataset, textOf(one.file), one.settings)
          const { dimensions_created: _, ...counted } = done.stats

          assert.deepEqual([done.status, done.result], ['finished', result])
          assert.deepEqual(counted, stats)
          assert.deepEqual([done.total_values_count, done.total_dimensions_count], [values, one.file.depth])
          assert.deepEqual(await content(dataset), Object.fromEntries([...after].sort(([a], [b]) => (a < b ? -1 : 1))))
          now = after
        }
        const answer = await v2('GET', `/datasets/${dataset}`)
        if (answer.statusCode === 200) assert.equal(answer.json().values_count, now.size)
        else assert.equal(now.size, 0)
      }),
      { numRuns: 100 },
    )
  })
})
