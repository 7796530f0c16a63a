import type pg from 'pg'
import { isNode, parseNodeTree, type TreeNode } from './node-tree.ts'
import { type Facts, nullableColumns } from './nullability.ts'

/** What pg makes of a value of a column. */
export type Kind = 'boolean' | 'number' | 'string' | 'Date' | 'Buffer' | 'json' | 'other' | { arrayOf: Kind }
export type DescribedColumn = { name: string; type: string; kind: Kind; isNullable: boolean }

/** What the code says of the parameters, by their numbers. */
export type Parameters = {
  isNullable(position: number): boolean
  isElementNullable(position: number): boolean
}

type Field = { name: string; dataTypeID: number }
type Wire = {
  parse(message: { name: string; text: string }): void
  describe(message: { type: 'S'; name: string }): void
  sync(): void
  once(event: string, listener: (message: { dataTypeIDs: number[] }) => void): void
  removeAllListeners(event: string): void
}

const KINDS: Record<string, Kind> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  oid: 'number',
  float4: 'number',
  float8: 'number',
  int8: 'string',
  numeric: 'string',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  char: 'string',
  name: 'string',
  uuid: 'string',
  inet: 'string',
  tid: 'string',
  xid: 'string',
  regclass: 'string',
  date: 'string',
  timestamp: 'Date',
  timestamptz: 'Date',
  bytea: 'Buffer',
  json: 'json',
  jsonb: 'json',
}

type TypeRow = { oid: number; typname: string; typtype: string; element: number }

/** Asks PostgreSQL what a statement answers, without running it. */
export class Describer {
  readonly #connection: pg.Client
  readonly #types = new Map<number, TypeRow>()
  readonly #functions = new Map<number, string>()

  constructor(connection: pg.Client) {
    this.#connection = connection
  }

  async load(): Promise<void> {
    const types = await this.#connection.query<TypeRow>(
      `SELECT oid, typname, typtype, CASE WHEN typcategory = 'A' THEN typelem ELSE 0 END AS element FROM pg_type`,
    )
    for (const type of types.rows) this.#types.set(type.oid, type)
    const functions = await this.#connection.query<{ oid: number; proname: string }>('SELECT oid, proname FROM pg_proc')
    for (const { oid, proname } of functions.rows) this.#functions.set(oid, proname)
  }

  async describe(text: string, given: Parameters): Promise<DescribedColumn[]> {
    const { parameters, fields } = await this.#ask(text)
    if (fields.length === 0) return []
    const query = await this.#treeOf(text, parameters)
    const columns = await this.#columnsRequiredIn(query)
    const facts: Facts = {
      isNotNull: (table, column) => columns.has(`${table}.${column}`),
      nameOfFunction: (oid) => this.#functions.get(oid) ?? '',
      isParameterNullable: given.isNullable,
      isElementNullable: given.isElementNullable,
    }
    const nullable = nullableColumns(query, facts)
    return fields.map(({ name, dataTypeID }, index) => ({
      name,
      type: this.#types.get(dataTypeID)?.typname ?? String(dataTypeID),
      kind: this.#kindOf(dataTypeID),
      isNullable: nullable[index] ?? true,
    }))
  }

  /** The tree that PostgreSQL keeps of a statement, with all names and types resolved. */
  async understand(text: string): Promise<TreeNode> {
    const { parameters } = await this.#ask(text)
    return this.#treeOf(text, parameters)
  }

  /** Parse and Describe of the wire protocol: the types of the parameters and of the result. */
  #ask(text: string): Promise<{ parameters: number[]; fields: Field[] }> {
    return new Promise((resolve, reject) => {
      let parameters: number[] = []
      let fields: Field[] = []
      let failure: Error | undefined
      const query = {
        submit(wire: Wire) {
          wire.removeAllListeners('parameterDescription')
          wire.once('parameterDescription', ({ dataTypeIDs }) => {
            parameters = dataTypeIDs
          })
          wire.parse({ name: '', text })
          wire.describe({ type: 'S', name: '' })
          wire.sync()
        },
        handleRowDescription(message: { fields: Field[] }) {
          fields = message.fields
        },
        handleParseComplete() {},
        handleError(error: Error) {
          failure = error
          reject(error)
        },
        handleReadyForQuery() {
          if (!failure) resolve({ parameters, fields })
        },
      }
      this.#connection.query(query as unknown as pg.Submittable)
    })
  }

  /** By way of a function that has the statement as its body. */
  async #treeOf(text: string, parameters: number[]): Promise<TreeNode> {
    const { rows: types } = await this.#connection.query<{ name: string }>(
      'SELECT oid::regtype::text AS name FROM unnest($1::oid[]) WITH ORDINALITY AS given (oid, position) ORDER BY position',
      [parameters],
    )
    await this.#connection.query('SAVEPOINT described')
    await this.#connection.query(
      `CREATE FUNCTION pg_temp.described(${types.map(({ name }) => name).join(', ')}) RETURNS void LANGUAGE sql BEGIN ATOMIC ${text}\n; END`,
    )
    const { rows } = await this.#connection.query<{ tree: string }>(
      `SELECT prosqlbody::text AS tree FROM pg_proc WHERE proname = 'described'`,
    )
    await this.#connection.query('ROLLBACK TO described')
    let tree = parseNodeTree(rows[0]?.tree ?? '')
    while (Array.isArray(tree)) tree = tree[0]
    if (!isNode(tree)) throw new Error(`PostgreSQL kept no tree of ${text}`)
    return tree
  }

  async #columnsRequiredIn(query: TreeNode): Promise<Set<string>> {
    const tables = new Set<number>()
    collectTables(query, tables)
    const { rows } = await this.#connection.query<{ id: string }>(
      `SELECT attrelid::text || '.' || attnum AS id FROM pg_attribute WHERE attrelid = ANY ($1::oid[]) AND attnotnull`,
      [[...tables]],
    )
    return new Set(rows.map((row) => row.id))
  }

  #kindOf(oid: number): Kind {
    const type = this.#types.get(oid)
    if (!type) return 'other'
    if (type.typtype === 'e') return 'string'
    if (type.element === 0) return KINDS[type.typname] ?? 'other'
    // pg reads arrays of the types that it knows; any other array stays the text that it is.
    return this.#types.get(type.element)?.typtype === 'b' ? { arrayOf: this.#kindOf(type.element) } : 'string'
  }
}

function collectTables(node: TreeNode, found: Set<number>): void {
  if (node.type === 'RANGETBLENTRY' && node.fields.has('relid')) found.add(Number(node.fields.get('relid')))
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one)
    else if (typeof value === 'object' && value !== null) collectTables(value as TreeNode, found)
  }
  for (const value of node.fields.values()) visit(value)
}
