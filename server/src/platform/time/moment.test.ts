import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { isDate, isMoment, isWhen, whenOf } from './moment.ts'

describe('isDate', () => {
  for (const text of [
    '2024-01-01',
    '2024-12-31',
    '2024-02-29',
    '2000-02-29',
    '2400-02-29',
    '2023-02-28',
    '2024-04-30',
    '0001-01-01',
    '0099-12-31',
    '1582-10-10',
    '1970-01-01',
    '9999-12-31',
  ]) {
    test(`takes ${text}`, () => {
      assert.equal(isDate(text), true)
    })
  }

  for (const text of [
    '',
    '2024',
    '2024-01',
    '2024-1-1',
    '24-01-01',
    '02024-01-01',
    '+2024-01-01',
    '-2024-01-01',
    '20240101',
    '2023-02-29',
    '1900-02-29',
    '2100-02-29',
    '2024-02-30',
    '2024-04-31',
    '2024-06-31',
    '2024-01-32',
    '2024-00-01',
    '2024-13-01',
    '2024-01-00',
    '0000-01-01',
    '2024/01/01',
    '01-01-2024',
    '31.01.2024',
    '2024-01-01T00:00:00Z',
    '2024-01-01 ',
    ' 2024-01-01',
    '2024-01-01\n',
    '2024-01-01\0',
    '２０２４-01-01',
    '٢٠٢٤-٠١-٠١',
    '2024-W01-1',
    '2024-001',
    'today',
    'infinity',
    '2024‐01‐01',
  ]) {
    test(`refuses ${JSON.stringify(text)}`, () => {
      assert.equal(isDate(text), false)
    })
  }

  test('takes exactly the days that the calendar has', () => {
    const parts = fc.tuple(
      fc.integer({ min: 1, max: 9999 }),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
    )

    fc.assert(
      fc.property(parts, ([year, month, day]) => {
        const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
        const days = [0, 31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 0][month] ?? 0
        const text = [`${year}`.padStart(4, '0'), `${month}`.padStart(2, '0'), `${day}`.padStart(2, '0')].join('-')

        assert.equal(isDate(text), day >= 1 && day <= days, text)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('isMoment', () => {
  for (const text of [
    '2024-01-31T09:30:00Z',
    '2024-01-31T09:30:00+00:00',
    '2024-01-31T09:30:00-00:00',
    '2024-01-31T09:30Z',
    '2024-01-31T09:30+02:00',
    '2024-01-31T09:30:00.1Z',
    '2024-01-31T09:30:00.123456789Z',
    '2024-01-31T09:30:00+0530',
    '2024-01-31T09:30:00+14:00',
    '2024-01-31T09:30:00-12:00',
    '2024-01-31T09:30:00+15:59',
    '2024-01-31T09:30:00-15:59',
    '2024-01-31T00:00:00Z',
    '2024-01-31T23:59:59.999Z',
    '2024-02-29T12:00:00Z',
    '0001-01-01T00:00:00Z',
  ]) {
    test(`takes ${text}`, () => {
      assert.equal(isMoment(text), true)
    })
  }

  for (const text of [
    '',
    'now',
    '2024-01-31',
    '09:30:00Z',
    '2024-01-31T',
    '2024-01-31TZ',
    '2024-01-31T09Z',
    '2024-01-31T09:30',
    '2024-01-31T09:30:00',
    '2024-01-31 09:30:00Z',
    '2024-01-31t09:30:00Z',
    '2024-01-31T09:30:00z',
    '2024-01-31T24:00:00Z',
    '2024-01-31T25:00:00Z',
    '2024-01-31T09:60:00Z',
    '2024-01-31T23:59:60Z',
    '2024-01-31T9:30:00Z',
    '2024-01-31T09:30:0Z',
    '2024-01-31T0930Z',
    '2024-01-31T09:30:00.Z',
    '2024-01-31T09:30:00,5Z',
    '2024-01-31T09:30:00.1234567890Z',
    '2024-01-31T09:30.5Z',
    '2024-01-31T09:30:00+2',
    '2024-01-31T09:30:00+02',
    '2024-01-31T09:30:00+02:60',
    '2024-01-31T09:30:00+24:00',
    '2024-01-31T09:30:00+16:00',
    '2024-01-31T09:30:00+23:59',
    '2024-01-31T09:30:00-23:00',
    '2024-01-31T09:30:00 02:00',
    '2024-01-31T09:30:00 +02:00',
    '2024-01-31T09:30:00Z+02:00',
    '2024-01-31T09:30:00−02:00',
    '2024-01-31T09:30:00GMT',
    '2024-01-31T09:30:00+02:00:00',
    '2024-02-30T09:30:00Z',
    '2023-02-29T09:30:00Z',
    '0000-01-01T00:00:00Z',
    '2024-13-01T00:00:00Z',
    '0001-01-01T00:00+00:01',
    '9999-12-31T23:59-00:01',
    '0001-01-01T00:00:00+15:59',
    '+012024-01-31T09:30:00Z',
    '2024-031T09:30:00Z',
    '20240131T093000Z',
    '1706693400',
    'infinity',
    '2024-01-31T09:30:00Z\n',
    ' 2024-01-31T09:30:00Z',
    '2024-01-31T09:30:00Z ',
    '2024-01-31T09:30:00Z\0',
  ]) {
    test(`refuses ${JSON.stringify(text)}`, () => {
      assert.equal(isMoment(text), false)
    })
  }

  test('takes every moment that JavaScript writes, but for years beyond 9999', () => {
    const moments = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })

    fc.assert(
      fc.property(moments, (moment) => {
        assert.ok(isMoment(moment.toISOString()), moment.toISOString())
      }),
    )
  })
})

describe('isWhen and whenOf', () => {
  const taken: [text: string, moment: string][] = [
    ['2024-01-31', '2024-01-31T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31', '9999-12-31T00:00:00.000Z'],
    ['2024-01-31T09:30', '2024-01-31T09:30:00.000Z'],
    ['2024-01-31T09:30:15', '2024-01-31T09:30:15.000Z'],
    ['2024-01-31T09:30:15.5', '2024-01-31T09:30:15.500Z'],
    ['2024-01-31T09:30:15.123456789', '2024-01-31T09:30:15.123Z'],
    ['2024-01-31T00:00', '2024-01-31T00:00:00.000Z'],
    ['2024-01-31T23:59:59', '2024-01-31T23:59:59.000Z'],
    ['2024-01-31T09:30Z', '2024-01-31T09:30:00.000Z'],
    ['2024-01-31T09:30+02:00', '2024-01-31T07:30:00.000Z'],
    ['2024-01-31T09:30:15-05:30', '2024-01-31T15:00:15.000Z'],
    ['2024-01-31T09:30:15.250+0530', '2024-01-31T04:00:15.250Z'],
    ['2024-01-31T09:30+0530', '2024-01-31T04:00:00.000Z'],
    ['2024-01-01T00:30+01:00', '2023-12-31T23:30:00.000Z'],
    ['0030-01-31T09:30-0530', '0030-01-31T15:00:00.000Z'],
    ['2024-03-31T02:30', '2024-03-31T02:30:00.000Z'],
  ]
  for (const [text, moment] of taken) {
    test(`take ${text} for ${moment}`, () => {
      assert.equal(isWhen(text), true)
      assert.equal(whenOf(text).toISOString(), moment)
    })
  }

  for (const text of [
    '',
    'now',
    'Z',
    'T',
    '2024',
    '2024-01',
    '2024-1-1',
    '20240131',
    '2023-02-29',
    '0000-01-01',
    '31.01.2024',
    '2024-01-31Z',
    '2024-01-31T',
    '2024-01-31T09',
    '2024-01-31T9:30',
    '2024-01-31 09:30',
    '2024-01-31t09:30',
    '2024-01-31T24:00',
    '2024-01-31T09:60',
    '2024-01-31T09:30:60',
    '2024-01-31T09:30:',
    '2024-01-31T09:30:15.',
    '2023-02-29T09:30',
    '2024-01-31T09:30ZZ',
    '2024-01-31T09:30+',
    '2024-01-31T09:30+02',
    '2024-01-31T09:30+16:00',
    '2024-01-31T09:30:15,5',
    '2024-01-31T09:30.5',
    '2024-01-31+01:00',
    '2024-01-31T09:30 ',
    ' 2024-01-31T09:30',
    '0001-01-01T00:00+00:01',
    '9999-12-31T23:59-00:01',
    '2024-01-31\n',
    '2024-01-31T09:30\n',
    '2024-01-31T09:30\0',
    '1706693400',
    '2024-W05-3',
    '2024-031',
  ]) {
    test(`refuse ${JSON.stringify(text)}`, () => {
      assert.equal(isWhen(text), false)
    })
  }

  test('read in every zone of the machine the same', (t) => {
    const zone = process.env.TZ
    t.after(() => {
      if (zone === undefined) delete process.env.TZ
      else process.env.TZ = zone
    })

    for (const name of ['America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati']) {
      process.env.TZ = name
      for (const [text, moment] of taken) assert.equal(whenOf(text).toISOString(), moment, `${text} in ${name}`)
    }
  })

  test('give back every moment that JavaScript writes, with its offset or without', () => {
    const moments = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })

    fc.assert(
      fc.property(moments, (moment) => {
        const text = moment.toISOString()
        for (const form of [text, text.slice(0, -1), text.replace('Z', '+00:00'), text.replace('Z', '-0000')]) {
          assert.ok(isWhen(form), form)
          assert.equal(whenOf(form).getTime(), moment.getTime(), form)
        }
      }),
    )
  })
})
