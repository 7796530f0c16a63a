import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { APPLICATION_RESOURCES, ROLE_RESOURCES } from '#kernel/access/resources.ts'
import { eventNames } from '#kernel/events/catalogue.ts'
import { MODULES } from '#modules/index.ts'
import { createDatabase } from '#test/harness/database/create-database.ts'
import { generatedFiles } from '../../scripts/gen.ts'

const ROOT = join(import.meta.dirname, '../..')
const MAX_FILES = 30

/** The tables that belong to no module. */
const SHARED_OWNERS: Record<string, string> = {
  audit_pending: 'kernel/audit',
  events: 'platform/events',
  event_outbox: 'platform/events',
  event_subscriptions: 'platform/events',
  event_traces: 'platform/events',
  idempotency_keys: 'platform/http',
  installation: 'platform/db',
  migrations: 'platform/db',
  revocations: 'kernel/resources',
}
/** Tables that one folder of their module writes, and the rest of it does not. */
const FOLDERS: Record<string, string> = {
  document_images: 'modules/documents/previews',
  own_uploads: 'modules/documents/submissions',
}
const DECLARED_OWNERS = MODULES.flatMap(({ name, tables = [] }) =>
  tables.map((table): [string, string] => [table, FOLDERS[table] ?? `modules/${name}`]),
)
/** Which folder writes a table; everyone may read it. */
const OWNERS: Record<string, string> = { ...SHARED_OWNERS, ...Object.fromEntries(DECLARED_OWNERS) }
/** Tables that belong to the installation and not to a client. */
const SHARED_TABLES = ['installation', 'known_networks', 'login_failures', 'migrations']

/** Words of the product, which the platform does not know. */
const PRODUCT_WORDS = [
  'administrator',
  'article',
  'carrier',
  'company',
  'dataset',
  'data set',
  'distribution',
  'employee',
  'manager',
  'organization',
  'payroll',
  'payslip',
  'perimeter',
  'portal',
  'role',
  'signature process',
  'spool',
  'vault',
  'webhook',
]
/** The same words where others have coined them. */
const FOREIGN_USES = [
  // The attributes of X.509 certificates that name whom they belong to, and where their CRL is.
  { folder: 'server/src/platform/seal/', use: /organization|distributionPoint/gi },
  // The attribute of HTML tables.
  { folder: 'server/src/platform/mail/', use: /role="presentation"/g },
]

type Source = { path: string; text: string }

async function sources(pattern: string): Promise<Source[]> {
  const found: Source[] = []
  for await (const path of glob(pattern, { cwd: ROOT, exclude: ['**/node_modules/**', '**/generated/**'] })) {
    found.push({ path, text: await readFile(join(ROOT, path), 'utf8') })
  }
  return found
}

/** The words of a source, those within names apart: `employeeOf` and `employee_id` hold the word employee. */
function wordsOf(text: string): string {
  return text.replaceAll(/(?<=[a-z\d])(?=[A-Z])|[_-]/g, ' ').toLowerCase()
}

const all = await sources('{server,sdk,bench,cluster,scripts}/**/*.ts')
const product = all.filter(({ path }) => path.startsWith('server/src/') && !/\.(test|conformance)\.ts$/.test(path))

describe('source files', () => {
  test('no folder holds more than 30 files', async () => {
    // Numbered series, read by their numbers: a folder within them would hide the order.
    const series = ['docs/decisions', 'server/migrations']
    const paths: string[] = []
    const exclude = ['**/node_modules/**', '**/.git/**', '**/dist/**', 'data/**']
    for await (const entry of glob('**/*', { cwd: ROOT, exclude, withFileTypes: true })) {
      if (entry.isFile()) paths.push(relative(ROOT, entry.parentPath))
    }

    const crowded = Object.entries(Object.groupBy(paths, (folder) => folder))
      .filter(([folder, files = []]) => files.length > MAX_FILES && !series.includes(folder))
      .map(([folder, files = []]) => `${folder}: ${files.length}`)

    assert.deepEqual(crowded, [])
  })

  test('no object literal is spread into another, which only packs lines', async () => {
    const code = [...all, ...(await sources('portal/src/**/*.{ts,tsx}'))]
    const packing = code.filter(({ text }) => /\.\.\.\(?\{(?!\})/.test(text)).map(({ path }) => path)

    assert.deepEqual(packing, [])
  })

  test('only main.ts reads the environment', () => {
    const readers = product.filter(({ text }) => text.includes('process.env')).map(({ path }) => path)

    assert.deepEqual(readers, ['server/src/main.ts'])
  })

  test('the domain asks the work or the clock for the time', () => {
    const asking = product.filter(
      ({ path, text }) => path.includes('/modules/') && /new Date\(\)|Date\.now\(\)/.test(text),
    )

    assert.deepEqual(
      asking.map(({ path }) => path),
      [],
    )
  })

  test('a language that somebody has reaches Intl by localeOf only, since Intl throws for some', () => {
    const direct = product.filter(
      ({ path, text }) =>
        !path.endsWith('platform/language.ts') &&
        (/\bnew Intl\.\w+\((?!localeOf\()/.test(text) || /localeCompare\([^()]*,/.test(text)),
    )

    assert.deepEqual(
      direct.map(({ path }) => path),
      [],
    )
  })

  test('the platform knows no word of the product', () => {
    const word = new RegExp(`\\b(?:${PRODUCT_WORDS.join('|')})s?\\b|\\bcompanies\\b`, 'g')
    const knowing = product
      .filter(({ path }) => path.startsWith('server/src/platform/'))
      .flatMap(({ path, text }) => {
        const foreign = FOREIGN_USES.filter(({ folder }) => path.startsWith(folder))
        const own = foreign.reduce((rest, { use }) => rest.replaceAll(use, ''), `${path} ${text}`)
        return [...wordsOf(own).matchAll(word)].map(([found]) => `${path}: ${found}`)
      })

    assert.deepEqual(knowing, [])
  })

  test('every module has a declaration, which is in the list', () => {
    const folders = new Set(product.flatMap(({ path }) => path.match(/^server\/src\/modules\/([^/]+)\//)?.[1] ?? []))

    assert.deepEqual(MODULES.map(({ name }) => name).toSorted(), [...folders].sort())
  })

  test('a table has one owner', () => {
    const owned = [...Object.keys(SHARED_OWNERS), ...DECLARED_OWNERS.map(([table]) => table)]

    assert.deepEqual([...new Set(owned)], owned)
  })

  test('only its owner writes a table', () => {
    const written = /(?:insertInto|updateTable|deleteFrom)\('(\w+)'|(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)/g
    const strangers = product.flatMap(({ path, text }) =>
      [...text.matchAll(written)].flatMap(([, built, plain]) => {
        const table = built ?? plain ?? ''
        return OWNERS[table] === undefined || path.startsWith(`server/src/${OWNERS[table]}/`)
          ? []
          : [`${path}: ${table}`]
      }),
    )

    assert.deepEqual(strangers, [])
  })
})

describe('what modules declare', () => {
  const owners = (field: 'events' | 'permissions') =>
    MODULES.flatMap(({ name, [field]: resources = [] }) => resources.map((one): [string, string] => [one, name]))
  /** Where sources outside the module of a resource do what this pattern finds. */
  function strangersTo(field: 'events' | 'permissions', pattern: RegExp): string[] {
    const ownerOf = new Map(owners(field))
    return product.flatMap(({ path, text }) =>
      [...text.matchAll(pattern)].flatMap(([, resource = '']) =>
        path.startsWith(`server/src/modules/${ownerOf.get(resource)}/`) ? [] : [`${path}: ${resource}`],
      ),
    )
  }

  test('events of a resource are defined by the module that declares it, and by no other', () => {
    const defined = /\bdefineEvent(?:<[^(]*>)?\(\s*'([a-z_]+)\./g
    const withEvents = new Set(
      product.flatMap(({ text }) => [...text.matchAll(defined)].map(([, resource]) => resource)),
    )

    assert.deepEqual(strangersTo('events', defined), [])
    assert.deepEqual(
      owners('events')
        .map(([resource]) => resource)
        .toSorted(),
      [...withEvents].toSorted(),
    )
  })

  test('routes that need a permission for a resource are in the module that declares it', () => {
    assert.deepEqual(strangersTo('permissions', /\baccessTo\('([a-z_]+)'/g), [])
  })

  test('every resource of permissions has one owner', () => {
    const resources = new Set([...Object.keys(ROLE_RESOURCES), ...Object.keys(APPLICATION_RESOURCES)])

    assert.deepEqual(
      owners('permissions')
        .map(([resource]) => resource)
        .toSorted(),
      [...resources].toSorted(),
    )
  })
})

describe('the database', async () => {
  const database = await createDatabase()
  const client = new pg.Client(database.connection)
  await client.connect()
  after(async () => {
    await client.end()
    await database.drop()
  })
  const list = async (sql: string) => (await client.query<{ name: string }>(sql)).rows.map((row) => row.name)

  test('every table has an owner', async () => {
    const tables = await list(`
      SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
        AND NOT relispartition ORDER BY 1`)

    assert.deepEqual(tables, Object.keys(OWNERS).sort())
  })

  test('every primary key of a client’s table starts with the client', async () => {
    const others = await list(`
      SELECT conrelid::regclass::text AS name FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
      WHERE contype = 'p' AND connamespace = 'public'::regnamespace AND attname <> 'client_id' ORDER BY 1`)

    // Whose an API key is, is asked before the client is known.
    assert.deepEqual(others, ['api_key_hashes', 'clients', ...SHARED_TABLES].sort())
  })

  test('every foreign key carries the client', async () => {
    const others = await list(`
      SELECT conname AS name FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
      WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND attname <> 'client_id'`)

    assert.deepEqual(others, [])
  })

  test('every constraint that a caller can run into has a name of ours', async () => {
    const unnamed = await list(`
      SELECT conname AS name FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND contype IN ('f', 'c') AND conname ~ '_(fkey|check)\\d*$'`)

    assert.deepEqual(unnamed, [])
  })
})

describe('what is generated', () => {
  test('is what is committed', async () => {
    for (const [path, content] of Object.entries(await generatedFiles())) {
      const committed = await readFile(join(ROOT, path), 'utf8').catch(() => '')
      assert.ok(committed === content, `${path} is out of date: run npm run gen`)
    }
  })
})

describe('the documentation', () => {
  test('lists every error code, and no other', async () => {
    const coded =
      /(?:new Problem|super)\(\s*'\w+',\s*'(\w+)'|\b(?:invalid|conflict|mistake|unavailable)\(\s*(?:(?:'[\w.]+'|\w+),\s+)?'(\w+)'|\bcode: '(\w+)'/g
    // The demo is full of codes of another kind.
    const speaking = product.filter(({ path }) => !path.includes('/setup/demo'))
    const used = speaking.flatMap(({ text }) => [...text.matchAll(coded)].map(([, a, b, c]) => a ?? b ?? c ?? ''))
    const page = await readFile(join(ROOT, 'docs/api/errors.md'), 'utf8')
    const listed = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code)

    assert.deepEqual(listed.toSorted(), [...new Set(used)].sort())
  })

  test('lists every event, and no other', async () => {
    const page = await readFile(join(ROOT, 'docs/api/events.md'), 'utf8')
    const listed = [...page.matchAll(/^\| `(\w+\.\w+)` \|/gm)].map(([, name]) => name)

    assert.deepEqual(listed.toSorted(), eventNames.toSorted())
  })

  test('every link within it leads somewhere', async () => {
    const pages = await sources('{README.md,ARCHITECTURE.md,docs/**/*.md,{bench,cluster}/*.md,portal/*.md,sdk/*.md}')
    const broken = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
        .map(([, target]) => join(path, '..', target ?? ''))
        .filter((target) => !existsSync(join(ROOT, target)))
        .map((target) => `${path}: ${target}`),
    )

    assert.deepEqual(broken, [])
  })
})
