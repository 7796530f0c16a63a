import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SpoolType } from '#features/distributions/distributions.api.ts'
import { draftsOf } from './spool-drafts.ts'

const typesOf = (...formats: SpoolType['format'][]) =>
  formats.map((format, index) => ({ code: `${format}-${index}`, format })) as SpoolType[]
const file = (name: string) => new File(['x'], name)
const draft = (name: string, ...types: SpoolType[]) => draftsOf([file(name)], types, [])[0]

describe('files that are to become spools', () => {
  for (const [name, formats, type] of [
    ['a.pdf', ['pdf_split', 'zip_names'], 'pdf_split-0'],
    ['a.PDF', ['pdf_split'], 'pdf_split-0'],
    ['a.txt', ['pdf_split', 'txt_split'], 'txt_split-1'],
    ['a.zip', ['zip_names', 'zip_index'], ''],
    ['a.zip', ['zip_index'], 'zip_index-0'],
    ['a.docx', ['pdf_split', 'zip_names', 'txt_split'], ''],
    ['pdf', ['pdf_split'], ''],
  ] as const) {
    test(`${name} among ${formats.join(', ')} has the type ${JSON.stringify(type)}`, () => {
      assert.equal(draft(name, ...typesOf(...formats))?.type, type)
    })
  }

  test('are called as the file is, without its ending', () => {
    assert.deepEqual(
      ['payslips.2031-01.pdf', 'README', '.pdf'].map((name) => draft(name)?.name),
      ['payslips.2031-01', 'README', '.pdf'],
    )
  })

  test('have names of their own: of two that differ in the ending, the second keeps it', () => {
    const names = draftsOf([file('may.pdf'), file('may.zip'), file('june.pdf')], [], []).map((one) => one.name)

    assert.deepEqual(names, ['may', 'may.zip', 'june'])
  })

  test('keep what was said of them when others come, and go when they are taken away', () => {
    const [one, other] = [file('may.pdf'), file('may.pdf')]
    const before = [{ file: one, name: 'Renamed', type: 'chosen' }]

    assert.deepEqual(draftsOf([one, other], [], before), [before[0], { file: other, name: 'may', type: '' }])
    assert.deepEqual(draftsOf([], [], before), [])
  })
})
