import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { attachment, filenameIn, plainFilename } from './content-disposition.ts'

/** As Node gives a header whose bytes are UTF-8. */
const asSent = (text: string) => Buffer.from(text).toString('latin1')

describe('filenameIn', () => {
  const cases: [header: string | undefined, name: string | undefined][] = [
    [undefined, undefined],
    ['', undefined],
    ['attachment', undefined],
    ['attachment; name="a.csv"', undefined],
    ['attachment; filename="a.csv"', 'a.csv'],
    ['inline;filename="a.csv"', 'a.csv'],
    ['ATTACHMENT ; FileName = "a.csv"', 'a.csv'],
    ['form-data; name="file"; filename="a.csv"', 'a.csv'],
    ['attachment; filename=a.csv', 'a.csv'],
    ['attachment; filename=a.csv; size=5', 'a.csv'],
    ['attachment; filename=""', ''],
    ['attachment; filename="a b; c.csv"', 'a b; c.csv'],
    ['attachment; filename="say \\"hi\\".csv"', 'say "hi".csv'],
    ['attachment; filename="C:\\\\files\\\\a.csv"', 'C:\\files\\a.csv'],
    [`attachment; filename="x; filename*=UTF-8''evil.csv"`, `x; filename*=UTF-8''evil.csv`],
    [asSent('attachment; filename=été.csv'), 'été.csv'],
    [asSent('attachment; filename="été 🙂.csv"'), 'été 🙂.csv'],
    ['attachment; filename="\xe9t\xe9.csv"', 'été.csv'],
    [`attachment; filename*=UTF-8''%C3%A9t%C3%A9%20%F0%9F%99%82.csv`, 'été 🙂.csv'],
    [`attachment; filename*=utf-8'fr'%C3%A9.csv; size=5`, 'é.csv'],
    [`attachment; filename="e.csv"; filename*=UTF-8''%C3%A9.csv`, 'é.csv'],
    [`attachment; filename*=UTF-8''%C3%A9.csv; filename="e.csv"`, 'é.csv'],
    [`attachment; filename="e.csv"; filename*=UTF-8''%E9.csv`, 'e.csv'],
    [`attachment; filename="e.csv"; filename*=ISO-8859-1''%E9.csv`, 'e.csv'],
    [`attachment; filename*=UTF-8''%`, undefined],
  ]
  for (const [header, name] of cases) {
    test(`finds ${JSON.stringify(name)} in ${JSON.stringify(header)}`, () => {
      assert.equal(filenameIn(header), name)
    })
  }

  test('takes no time that grows faster than the header', () => {
    const startedAt = performance.now()

    for (const part of [';filename', '; ', '\\', ';filename="\\a', ";filename*=utf-8'"]) {
      filenameIn(part.repeat(60_000 / part.length))
    }

    assert.ok(performance.now() - startedAt < 2000)
  })
})

describe('plainFilename', () => {
  const cases: [name: string, plain: string | undefined][] = [
    ['a.csv', 'a.csv'],
    ['  a b.csv ', 'a b.csv'],
    ['.htaccess', '.htaccess'],
    ['a..b', 'a..b'],
    ['été 🙂.csv', 'été 🙂.csv'],
    ['C:\\Users\\me\\a.csv', 'a.csv'],
    ['/etc/passwd', 'passwd'],
    ['../../a.csv', 'a.csv'],
    ['..\\/a.csv', 'a.csv'],
    ['x'.repeat(255), 'x'.repeat(255)],
    ['🙂'.repeat(255), '🙂'.repeat(255)],
    [`${'folder/'.repeat(100)}a.csv`, 'a.csv'],
    ['', undefined],
    ['   ', undefined],
    ['.', undefined],
    ['..', undefined],
    ['a/..', undefined],
    ['folder/', undefined],
    ['a\0.csv', undefined],
    ['a\r\nb.csv', undefined],
    ['a\u007f.csv', undefined],
    ['a\u0085.csv', undefined],
    ['a\ud83d.csv', undefined],
    ['x'.repeat(256), undefined],
    ['🙂'.repeat(256), undefined],
  ]
  for (const [name, plain] of cases) {
    test(`makes ${JSON.stringify(plain?.slice(0, 20))} of ${JSON.stringify(name.slice(0, 20))} (${name.length})`, () => {
      assert.equal(plainFilename(name), plain)
    })
  }
})

describe('attachment', () => {
  const cases: [name: string, header: string][] = [
    ['a b.csv', 'attachment; filename="a b.csv"'],
    ['été.csv', `attachment; filename="_t_.csv"; filename*=UTF-8''%C3%A9t%C3%A9.csv`],
    ['say "hi".csv', `attachment; filename="say _hi_.csv"; filename*=UTF-8''say%20%22hi%22.csv`],
    ["50%'(1)*.csv", `attachment; filename="50_'(1)*.csv"; filename*=UTF-8''50%25%27%281%29%2A.csv`],
  ]
  for (const [name, header] of cases) {
    test(`of ${name} is ${header}`, () => {
      assert.equal(attachment(name), header)
    })
  }

  test('of any name that may be stored is ASCII on one line, and gives the name back', () => {
    const name = fc
      .oneof(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: fc.constantFrom('"', '\\', '%', "'", '*', ';', '=', ' ', 'a', 'é', '🙂') }),
      )
      .map(plainFilename)
      .filter((one) => one !== undefined)

    fc.assert(
      fc.property(name, (one) => {
        const header = attachment(one)

        assert.match(header, /^[\x20-\x7e]+$/)
        assert.equal(filenameIn(header), one)
      }),
    )
  })
})
