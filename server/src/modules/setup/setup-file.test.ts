import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { MODULES } from '#modules/index.ts'
import { parseSetup, readSetupFile } from '#src/setup.ts'
import { pathInFile, setupSchema, unknownSections } from './setup-file.ts'

const folder = await mkdtemp(join(tmpdir(), 'dossier-setup-'))
after(() => rm(folder, { recursive: true, force: true }))

async function aFile(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

const wholeFile = {
  clients: [
    {
      id: 'acme',
      name: 'Acme',
      languages: ['en-us', 'fr-FR'],
      shared_token: 'a-shared-token-of-acme',
      distribution_callback_url: 'https://acme.example/hook',
      applications: [
        { id: 'app', secret: 'app-secret', permissions: ['datasets:read', 'webhooks:*'] },
        { id: 'other' },
      ],
      api_keys: [
        {
          name: 'main',
          key: 'main-api-key-0001',
          allowed_addresses: ['10.0.0.0/8'],
          expires_at: '2030-01-01T00:00:00Z',
        },
      ],
      datasets: [{ id: 'offices', localized_names: [], values: [] }],
      forms: [{ code: 'mobility', title: 'Mobility', fields: [] }],
      coffee_machines: [{ code: 'hq' }],
    },
  ],
}

/** Every mistake that a file is refused for, line by line. */
function mistakesOf(content: unknown): string[] {
  try {
    parseSetup(content)
  } catch (error) {
    const { name, message } = error as Error
    assert.equal(name, 'StartRefused')
    const [head, ...lines] = message.split('\n')
    assert.equal(head, 'The set-up file is not valid:')
    return lines.map((line) => line.trim())
  }
  return []
}

describe('parseSetup', () => {
  test('takes a whole file, unknown sections and all', () => {
    assert.deepEqual(mistakesOf(wholeFile), [])
    assert.equal(parseSetup(wholeFile), wholeFile)
  })

  test('takes a client that is an id alone', () => {
    assert.deepEqual(mistakesOf({ clients: [{ id: 'acme' }] }), [])
  })

  const client = (rest: object) => ({ clients: [{ id: 'acme', ...rest }] })
  const cases = [
    { what: 'what is not an object', content: 'hello', lines: ['the file: This must be an object.'] },
    { what: 'an empty file', content: null, lines: ['the file: This must be an object.'] },
    { what: 'a file without clients', content: {}, lines: ['clients: This field is required.'] },
    { what: 'an empty list of clients', content: { clients: [] }, lines: ['clients: This must have at least 1 item.'] },
    { what: 'a client without id', content: { clients: [{}] }, lines: ['clients[0].id: This field is required.'] },
    {
      what: 'a secret that is too short, by its path',
      content: client({ applications: [{ id: 'a' }, { id: 'b', secret: 'short' }] }),
      lines: ['clients[0].applications[1].secret: This must have at least 8 characters.'],
    },
    {
      what: 'a misspelt key within a section',
      content: client({ datasets: [{ id: 'd', values: [{ code: 'a', localized_names: [], nmae: 'x' }] }] }),
      lines: ['clients[0].datasets[0].values[0].nmae: Unknown field. Expected: code, localized_names.'],
    },
    {
      what: 'a permission that is none',
      content: client({ applications: [{ id: 'a', permissions: ['datasets:read', 'everything'] }] }),
      lines: [
        'clients[0].applications[0].permissions[1]: This does not match the expected format: ^(\\*|[a-z_]+:(read|write|\\*))$',
      ],
    },
    {
      what: 'an address range that is none',
      content: client({ api_keys: [{ name: 'k', allowed_addresses: ['10.0.0.0/33'] }] }),
      lines: [
        'clients[0].api_keys[0].allowed_addresses[0]: This is neither an IP address nor a range such as 10.0.0.0/8.',
      ],
    },
    {
      what: 'an expiry that is not a moment',
      content: client({ api_keys: [{ name: 'k', expires_at: 'soon' }] }),
      lines: ['clients[0].api_keys[0].expires_at: This is not a valid date-time (expected ISO 8601 with an offset).'],
    },
    {
      what: 'a language that is none',
      content: client({ languages: ['en-us', '!'] }),
      lines: ['clients[0].languages[1]: This is not a valid BCP 47 language tag.'],
    },
    {
      what: 'a form of an unknown field type',
      content: client({ forms: [{ code: 'f', title: 'F', fields: [{ code: 'x', label: 'X', type: 'colour' }] }] }),
      lines: [
        'clients[0].forms[0].fields[0].type: This must be one of text, textarea, integer, decimal, date, datetime, boolean, email, select, multiselect, dataset, file.',
      ],
    },
    {
      what: 'a value of a data set without names',
      content: client({ datasets: [{ id: 'd', values: [{ code: 'a' }] }] }),
      lines: ['clients[0].datasets[0].values[0].localized_names: This field is required.'],
    },
    {
      what: 'every mistake at once, of every client',
      content: {
        clients: [
          { id: 'a', name: 5 },
          { id: 'b', shared_token: 'short', applications: 'none' },
        ],
      },
      lines: [
        'clients[0].name: This must be a string.',
        'clients[1].shared_token: This must have at least 16 characters.',
        'clients[1].applications: This must be an array.',
      ],
    },
  ]
  for (const { what, content, lines } of cases) {
    test(`refuses ${what}`, () => {
      assert.deepEqual(mistakesOf(content), lines)
    })
  }

  test('shows no secret in what it refuses', () => {
    const [line = ''] = mistakesOf(client({ shared_token: 'too-short' }))

    assert.ok(!line.includes('too-short'))
  })
})

describe('pathInFile', () => {
  const cases = {
    clients: 'clients',
    'clients.0': 'clients[0]',
    'clients.0.applications.12.secret': 'clients[0].applications[12].secret',
    'clients.0.forms.1.fields': 'clients[0].forms[1].fields',
    'a.0.1.b': 'a[0][1].b',
  }
  for (const [field, path] of Object.entries(cases)) {
    test(`writes ${field} as ${path}`, () => {
      assert.equal(pathInFile(field), path)
    })
  }
})

describe('unknownSections', () => {
  test('names the sections that no feature knows, in their order', () => {
    const [client = { id: '' }] = parseSetup({
      clients: [{ id: 'a', robots: [], name: 'A', forms: [], coffee_machines: [] }],
    }).clients

    const schema = setupSchema(MODULES.flatMap(({ setupSections = [] }) => setupSections))
    assert.deepEqual(unknownSections(schema, client), ['robots', 'coffee_machines'])
  })
})

describe('readSetupFile', () => {
  test('reads JSON', async () => {
    const path = await aFile('whole.json', JSON.stringify(wholeFile))

    assert.deepEqual(await readSetupFile(path), wholeFile)
  })

  test('reads YAML, with comments and texts of several lines', async () => {
    const path = await aFile(
      'whole.yaml',
      `# our clients
clients:
  - id: acme
    languages: [en-us, fr-fr]
    applications:
      - { id: app, secret: "a secret: with a colon" }
    api_keys:
      - name: main
        expires_at: 2030-01-01T00:00:00Z
`,
    )

    assert.deepEqual(await readSetupFile(path), {
      clients: [
        {
          id: 'acme',
          languages: ['en-us', 'fr-fr'],
          applications: [{ id: 'app', secret: 'a secret: with a colon' }],
          api_keys: [{ name: 'main', expires_at: '2030-01-01T00:00:00Z' }],
        },
      ],
    })
  })

  test('reads JSON from a file that is called otherwise, since JSON is YAML', async () => {
    const path = await aFile('whole.setup', JSON.stringify(wholeFile))

    assert.deepEqual(await readSetupFile(path), wholeFile)
  })

  for (const [name, content] of [
    ['broken.json', '{"clients": ['],
    ['broken.yaml', 'clients: [\n  - {'],
  ] as const) {
    test(`refuses ${name} in one line that names the file`, async () => {
      const path = await aFile(name, content)

      await assert.rejects(readSetupFile(path), (error: Error) => {
        assert.equal(error.name, 'StartRefused')
        assert.ok(error.message.startsWith(`The set-up file ${path} is neither YAML nor JSON: `))
        assert.ok(!error.message.includes('\n'))
        return true
      })
    })
  }

  test('refuses a file that is not there', async () => {
    const path = join(folder, 'absent.yaml')

    await assert.rejects(readSetupFile(path), {
      name: 'StartRefused',
      message: `The set-up file ${path} cannot be read (ENOENT).`,
    })
  })

  test('refuses an empty file', async () => {
    const path = await aFile('empty.yaml', '')

    await assert.rejects(readSetupFile(path), { name: 'StartRefused' })
  })
})
