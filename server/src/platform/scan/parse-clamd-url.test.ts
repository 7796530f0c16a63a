import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { StartRefused } from '#platform/start-refused.ts'
import { parseClamdUrl } from './parse-clamd-url.ts'

describe('the address of clamd', () => {
  const usable = {
    'tcp://clamav:3311': { host: 'clamav', port: 3311 },
    'tcp://clamav': { host: 'clamav', port: 3310 },
    'tcp://scan_1.hr.example/': { host: 'scan_1.hr.example', port: 3310 },
    'tcp://127.0.0.1:65535': { host: '127.0.0.1', port: 65535 },
    'tcp://[::1]:3310': { host: '::1', port: 3310 },
    'tcp://[fd12::7]': { host: 'fd12::7', port: 3310 },
    'unix:///run/clamav/clamd.ctl': { path: '/run/clamav/clamd.ctl' },
    'unix:///srv/with blank/clamd.sock': { path: '/srv/with blank/clamd.sock' },
  }
  for (const [text, address] of Object.entries(usable)) {
    test(`${text} is understood`, () => {
      assert.deepEqual(parseClamdUrl(text), address)
    })
  }

  const unusable = [
    '',
    'clamav:3310',
    'http://clamav:3310',
    'tcp://',
    'tcp://:3310',
    'tcp://clamav:0',
    'tcp://clamav:65536',
    'tcp://clamav:http',
    'tcp://clamav:',
    'tcp://clamav/scan',
    'tcp://root:hunter2@clamav:3310',
    'tcp://clamav\n:3310',
    'tcp://::1:3310',
    'unix://',
    'unix:///',
    'unix:///run/clamav/',
    'unix://run/clamd.sock',
    'unix:///run/clamd\0.sock',
  ]
  for (const text of unusable) {
    test(`${JSON.stringify(text)} stops the start with one line that names the setting, and not the value`, () => {
      assert.throws(
        () => parseClamdUrl(text),
        (error) =>
          error instanceof StartRefused &&
          /^CLAMD_URL is not valid \(expected .+$/.test(error.message) &&
          !error.message.includes('hunter2'),
      )
    })
  }
})
