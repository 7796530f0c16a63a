import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isSafeName } from './entry-name.ts'
import { UniqueNames } from './unique-names.ts'

describe('names of files in an archive', () => {
  for (const [title, extension, name] of [
    ['Contract', '.pdf', 'Contract.pdf'],
    ['Ünïcode <b>&"', '.pdf', 'Ünïcode _b_&_.pdf'],
    ['../../evil', '.pdf', '.._.._evil.pdf'],
    ['..', '.pdf', 'file.pdf'],
    ['', '', 'file'],
    ['a/b\\c', '.txt', 'a_b_c.txt'],
    ['C:\\Windows', '', 'C_Windows'],
    ['line\nbreak\u0000', '.pdf', 'line_break_.pdf'],
    ['invoice\u202Efdp.exe', '', 'invoicefdp.exe'],
    ['CON', '.txt', '_CON.txt'],
    ['nul.txt', '', '_nul.txt'],
    ['console', '.txt', 'console.txt'],
    ['dots...', '.pdf', 'dots.pdf'],
    ['Café', '.pdf', 'Café.pdf'],
  ] as const) {
    test(`${JSON.stringify(title + extension)} becomes ${name}`, () => {
      const found = new UniqueNames().next('files', title, extension)

      assert.equal(found, `files/${name}`)
      assert.ok(isSafeName(found))
    })
  }

  test('are each there once, where upper case does not count and accents are written in two ways', () => {
    const names = new UniqueNames()

    const found = ['Same', 'same', 'SAME', 'Caf\u00e9', 'Cafe\u0301'].map((title) => names.next('files', title, '.pdf'))

    assert.deepEqual(found, [
      'files/Same.pdf',
      'files/same (2).pdf',
      'files/SAME (3).pdf',
      'files/Caf\u00e9.pdf',
      'files/Caf\u00e9 (2).pdf',
    ])
  })

  test('are short enough for every file system, and end between two characters', () => {
    const found = new UniqueNames().next('files', '𠮷'.repeat(200), `.${'x'.repeat(100)}`)

    const bytes = Buffer.byteLength(found.slice('files/'.length))
    assert.ok(bytes <= 200 && found.isWellFormed(), String(bytes))
  })
})
