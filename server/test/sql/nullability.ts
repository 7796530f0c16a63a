import { nodeOf, nodesOf, numberOf, type TreeNode, textOf } from './node-tree.ts'

/** What nullability depends on besides the statement itself. */
export type Facts = {
  isNotNull(table: number, column: number): boolean
  nameOfFunction(oid: number): string
  isParameterNullable(position: number): boolean
  /** Whether an array that is passed may have null in it. */
  isElementNullable(position: number): boolean
}

/** Functions that may answer null although no argument is null. */
const MAY_BE_NULL =
  /^jsonb?_(object_field|array_element|extract_path|path_query_first)|^array_(length|position|upper|lower)$|^regexp_match$|^to_reg|^unnest$|^(lag|lead|nth_value)$/
/** Functions that never answer null, whatever their arguments are. */
const NEVER_NULL = /^(count|concat|concat_ws|jsonb?_build_(object|array)|row_number|rank|dense_rank|jsonb_object_keys)$/

const COMMAND_SELECT = 1
const RTE = { relation: 0, subquery: 1, join: 2, values: 5, cte: 6, group: 9 }
const SUBLINK = { exists: 0, all: 1, any: 2, scalar: 4, array: 6 }

type Scope = { query: TreeNode; outer: Scope | undefined }

/** For each result column of a statement whether PostgreSQL may answer null there. */
export function nullableColumns(query: TreeNode, facts: Facts): boolean[] {
  return new Nullability(facts).columnsOf({ query, outer: undefined })
}

class Nullability {
  readonly #facts: Facts
  /** A recursive part is taken to keep what its first part says. */
  readonly #open = new Set<TreeNode>()

  constructor(facts: Facts) {
    this.#facts = facts
  }

  columnsOf(scope: Scope): boolean[] {
    return outputOf(scope.query).map((_, index) => this.#outputAt(index, scope))
  }

  #outputAt(index: number, scope: Scope): boolean {
    const branches = this.#branchesOf(scope)
    if (branches.length > 0) return branches.some((branch) => this.#outputAt(index, branch))
    const entry = outputOf(scope.query)[index]
    return !entry || this.#expression(nodeOf(entry, 'expr'), scope)
  }

  /** The parts of a UNION; none of any other query. */
  #branchesOf({ query, outer }: Scope): Scope[] {
    if (!nodeOf(query, 'setOperations')) return []
    const tables = nodesOf(query, 'rtable')
    const leaves = (node: TreeNode): TreeNode[] =>
      node.type === 'RANGETBLREF'
        ? [tables[numberOf(node, 'rtindex') - 1] as TreeNode]
        : ['larg', 'rarg'].flatMap((side) => leaves(nodeOf(node, side) as TreeNode))
    return leaves(nodeOf(query, 'setOperations') as TreeNode).flatMap((table) => {
      const subquery = nodeOf(table, 'subquery')
      return subquery && !this.#open.has(subquery) ? [{ query: subquery, outer: { query, outer } }] : []
    })
  }

  #expression(node: TreeNode | undefined, scope: Scope): boolean {
    if (!node) return true
    const anyOf = (nodes: TreeNode[]) => nodes.some((one) => this.#expression(one, scope))
    const everyOf = (nodes: TreeNode[]) => nodes.every((one) => this.#expression(one, scope))
    switch (node.type) {
      case 'CONST':
        return textOf(node, 'constisnull') === 'true'
      case 'PARAM':
        return this.#facts.isParameterNullable(numberOf(node, 'paramid'))
      case 'VAR':
        return this.#variable(node, scope)
      case 'COALESCE':
      case 'COALESCEEXPR':
      case 'MINMAX':
      case 'MINMAXEXPR':
        return everyOf(nodesOf(node, 'args'))
      case 'NULLTEST':
      case 'BOOLEANTEST':
      case 'DISTINCTEXPR':
      case 'ROWEXPR':
      case 'ROW':
      case 'ARRAYEXPR':
      case 'ARRAY':
      case 'SQLVALUEFUNCTION':
      case 'JSONISPREDICATE':
        return false
      case 'BOOLEXPR':
        return anyOf(nodesOf(node, 'args'))
      case 'OPEXPR':
      case 'SCALARARRAYOPEXPR':
        return this.#call(numberOf(node, 'opfuncid'), () => anyOf(nodesOf(node, 'args')))
      case 'FUNCEXPR':
        return this.#call(numberOf(node, 'funcid'), () => anyOf(nodesOf(node, 'args')))
      case 'WINDOWFUNC':
        return this.#call(numberOf(node, 'winfnoid'), () => true)
      case 'AGGREF':
        return this.#aggregate(node, scope)
      case 'CASE':
      case 'CASEEXPR':
        return this.#expression(nodeOf(node, 'defresult'), scope) || anyOf(resultsOf(node))
      case 'RELABELTYPE':
      case 'COERCEVIAIO':
      case 'ARRAYCOERCEEXPR':
      case 'COLLATEEXPR':
      case 'COERCETODOMAIN':
        return this.#expression(nodeOf(node, 'arg'), scope)
      case 'SUBLINK':
        return this.#subquery(node, scope)
      default:
        return true
    }
  }

  #call(oid: number, areArgumentsNullable: () => boolean): boolean {
    const name = this.#facts.nameOfFunction(oid)
    if (NEVER_NULL.test(name)) return false
    return MAY_BE_NULL.test(name) || areArgumentsNullable()
  }

  /** A group is never empty: what is aggregated there is null only if a value is. */
  #aggregate(node: TreeNode, scope: Scope): boolean {
    if (NEVER_NULL.test(this.#facts.nameOfFunction(numberOf(node, 'aggfnoid')))) return false
    const isOfGroup = nodesOf(scope.query, 'groupClause').length > 0 && !nodeOf(node, 'aggfilter')
    return !isOfGroup || nodesOf(node, 'args').some((entry) => this.#expression(nodeOf(entry, 'expr'), scope))
  }

  #subquery(node: TreeNode, scope: Scope): boolean {
    const kind = numberOf(node, 'subLinkType')
    if (kind === SUBLINK.exists || kind === SUBLINK.array) return false
    const query = nodeOf(node, 'subselect')
    const columns = query ? this.columnsOf({ query, outer: scope }) : [true]
    if (kind === SUBLINK.any || kind === SUBLINK.all) {
      const test = nodeOf(node, 'testexpr')
      return columns.some(Boolean) || nodesOf(test ?? node, 'args').some((one) => isNullableTest(one, this, scope))
    }
    return !query || !alwaysHasARow(query) || columns[0] === true
  }

  isNullable(node: TreeNode, scope: Scope): boolean {
    return this.#expression(node, scope)
  }

  #variable(node: TreeNode, scope: Scope): boolean {
    const place = upwards(scope, numberOf(node, 'varlevelsup'))
    if (!place) return true
    const table = numberOf(node, 'varno')
    const column = numberOf(node, 'varattno')
    if (requiredColumns(place.query).has(`${table}.${column}`)) return false
    const nulling = node.fields.get('varnullingrels')
    if (Array.isArray(nulling) && nulling.length > 1) return true
    return this.#columnOf(nodesOf(place.query, 'rtable')[table - 1], column, place)
  }

  #columnOf(table: TreeNode | undefined, column: number, scope: Scope): boolean {
    if (!table) return true
    // The whole row, or a system column.
    if (column <= 0) return false
    switch (numberOf(table, 'rtekind')) {
      case RTE.relation:
        return !this.#facts.isNotNull(numberOf(table, 'relid'), column)
      case RTE.subquery:
        return this.#columnOfQuery(nodeOf(table, 'subquery'), column, { query: scope.query, outer: scope.outer })
      case RTE.join:
        return this.#expression(nodesOf(table, 'joinaliasvars')[column - 1], scope)
      case RTE.group:
        return this.#expression(nodesOf(table, 'groupexprs')[column - 1], scope)
      case RTE.values:
        return true
      case RTE.cte: {
        const place = upwards(scope, numberOf(table, 'ctelevelsup'))
        const name = textOf(table, 'ctename')
        const cte = place && nodesOf(place.query, 'cteList').find((one) => textOf(one, 'ctename') === name)
        return !cte || this.#columnOfQuery(nodeOf(cte, 'ctequery'), column, place)
      }
      default:
        return textOf(table, 'rtekind') !== '3' || this.#columnOfFunction(table, column)
    }
  }

  #columnOfFunction(table: TreeNode, column: number): boolean {
    const called = nodesOf(table, 'functions')
    const count = called.reduce((sum, one) => sum + numberOf(one, 'funccolcount'), 0)
    // WITH ORDINALITY counts the rows in a last column.
    if (textOf(table, 'funcordinality') === 'true' && column > count) return false
    const one = called.length === 1 ? called[0] : called[column - 1]
    const call = one && nodeOf(one, 'funcexpr')
    if (call?.type !== 'FUNCEXPR') return true
    const name = this.#facts.nameOfFunction(numberOf(call, 'funcid'))
    const [argument] = nodesOf(call, 'args')
    // Several arrays are unnested to the length of the longest; they are passed with one length here.
    if (name === 'unnest' && argument?.type === 'PARAM')
      return this.#facts.isElementNullable(numberOf(argument, 'paramid'))
    return !/^(generate_series|jsonb?_object_keys|jsonb?_array_elements|string_to_table)$/.test(name)
  }

  #columnOfQuery(query: TreeNode | undefined, column: number, outer: Scope | undefined): boolean {
    if (!query) return true
    if (this.#open.has(query)) return false
    this.#open.add(query)
    try {
      return this.#outputAt(column - 1, { query, outer })
    } finally {
      this.#open.delete(query)
    }
  }
}

const isNullableTest = (node: TreeNode, nullability: Nullability, scope: Scope) =>
  node.type !== 'PARAM' && nullability.isNullable(node, scope)

const resultsOf = (node: TreeNode) =>
  nodesOf(node, 'args').flatMap((branch) => {
    const result = nodeOf(branch, 'result')
    return result ? [result] : []
  })

function outputOf(query: TreeNode): TreeNode[] {
  const list = numberOf(query, 'commandType') === COMMAND_SELECT ? 'targetList' : 'returningList'
  return nodesOf(query, list).filter((entry) => textOf(entry, 'resjunk') !== 'true')
}

/** Without FROM, WHERE and GROUP BY, or with an aggregate over everything. */
function alwaysHasARow(query: TreeNode): boolean {
  if (nodesOf(query, 'groupClause').length > 0 || nodeOf(query, 'havingQual') || nodeOf(query, 'limitCount'))
    return false
  const from = nodeOf(query, 'jointree')
  const isWithoutTable = from !== undefined && nodesOf(from, 'fromlist').length === 0 && !nodeOf(from, 'quals')
  return textOf(query, 'hasAggs') === 'true' || isWithoutTable
}

function upwards(scope: Scope, levels: number): Scope | undefined {
  let found: Scope | undefined = scope
  for (let level = 0; level < levels; level += 1) found = found?.outer
  return found
}

const requiredIn = new WeakMap<TreeNode, Set<string>>()

/** The columns that a condition of the query requires to have a value: compared with something, or IS NOT NULL. */
function requiredColumns(query: TreeNode): Set<string> {
  let found = requiredIn.get(query)
  if (!found) {
    found = new Set()
    const from = nodeOf(query, 'jointree')
    if (from) collectRequired(from, found)
    requiredIn.set(query, found)
  }
  return found
}

const IS_NOT_NULL = 1
const INNER_JOIN = 0

function collectRequired(node: TreeNode, found: Set<string>): void {
  if (node.type === 'FROMEXPR') for (const item of nodesOf(node, 'fromlist')) collectRequired(item, found)
  if (node.type === 'JOINEXPR' && numberOf(node, 'jointype') === INNER_JOIN)
    for (const side of ['larg', 'rarg']) collectRequired(nodeOf(node, side) as TreeNode, found)
  const isOuterJoin = node.type === 'JOINEXPR' && numberOf(node, 'jointype') !== INNER_JOIN
  const quals = nodeOf(node, 'quals')
  if (quals && !isOuterJoin) for (const one of conjunctsOf(quals)) addRequired(one, found)
}

const conjunctsOf = (node: TreeNode): TreeNode[] =>
  node.type === 'BOOLEXPR' && textOf(node, 'boolop') === 'and' ? nodesOf(node, 'args').flatMap(conjunctsOf) : [node]

function addRequired(node: TreeNode, found: Set<string>): void {
  const isTest = node.type === 'NULLTEST' && numberOf(node, 'nulltesttype') === IS_NOT_NULL
  const operands = isTest
    ? [nodeOf(node, 'arg')]
    : ['OPEXPR', 'SCALARARRAYOPEXPR'].includes(node.type)
      ? nodesOf(node, 'args')
      : []
  for (const operand of operands) {
    const column = operand && bare(operand)
    if (column?.type === 'VAR' && numberOf(column, 'varlevelsup') === 0)
      found.add(`${numberOf(column, 'varno')}.${numberOf(column, 'varattno')}`)
  }
}

const bare = (node: TreeNode): TreeNode => (node.type === 'RELABELTYPE' ? bare(nodeOf(node, 'arg') as TreeNode) : node)
