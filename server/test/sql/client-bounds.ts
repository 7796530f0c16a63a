import { isNode, nodeOf, nodesOf, numberOf, type TreeNode, type TreeValue, textOf } from './node-tree.ts'

/** A table that a query reads or changes, and whether the query itself names its client by a value. */
export type TableUse = { table: number; alias: string; isBound: boolean }

/** Where the client is, by table. */
export type ClientColumns = ReadonlyMap<number, number>

const INSERT = 3
const RELATION = 0
const TEXT_EQUALS = '98'

/**
 * Every use of a table with a client. It is bound if a condition of the same query, or a chain of them, makes its client equal
 * to a parameter: a database that is distributed by client then knows where to look. What a query around it says of the
 * client does not count, since the database plans a subquery by itself.
 */
export function tableUses(tree: TreeNode, columns: ClientColumns): TableUse[] {
  const uses: TableUse[] = []
  visit(tree, (query) => uses.push(...usesIn(query, columns)))
  return uses
}

function visit(value: TreeValue, look: (query: TreeNode) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, look)
  if (!isNode(value)) return
  if (value.type === 'QUERY') look(value)
  for (const field of value.fields.values()) visit(field, look)
}

function usesIn(query: TreeNode, columns: ClientColumns): TableUse[] {
  const isBound = boundColumns(query)
  const target = numberOf(query, 'commandType') === INSERT ? numberOf(query, 'resultRelation') : 0
  return nodesOf(query, 'rtable').flatMap((entry, index) => {
    const number = index + 1
    const table = numberOf(entry, 'relid')
    const column = columns.get(table)
    if (numberOf(entry, 'rtekind') !== RELATION || column === undefined || number === target) return []
    const alias = textOf(nodeOf(entry, 'eref') as TreeNode, 'aliasname')
    // What an INSERT ... ON CONFLICT calls the row that it could not insert.
    if (alias === 'excluded') return []
    return [{ table, alias, isBound: isBound(`${number}.${column}`) }]
  })
}

/** Whether the conditions of a query make a column equal to a value, by way of other columns perhaps. */
function boundColumns(query: TreeNode): (column: string) => boolean {
  const groups: Set<string>[] = []
  for (const sides of equalities(nodeOf(query, 'jointree'))) {
    const touched = groups.filter((group) => sides.some((side) => group.has(side)))
    for (const one of touched) groups.splice(groups.indexOf(one), 1)
    groups.push(new Set([...touched.flatMap((one) => [...one]), ...sides]))
  }
  return (column) => groups.some((group) => group.has(column) && group.has(VALUE))
}

const VALUE = 'a value'

/** The pairs that all rows of a query have in common: what is joined by AND, and the conditions of its joins. */
function equalities(node: TreeNode | undefined): [string, string][] {
  if (!node) return []
  if (node.type === 'BOOLEXPR') return textOf(node, 'boolop') === 'and' ? argumentsOf(node) : []
  if (node.type === 'OPEXPR' && textOf(node, 'opno') === TEXT_EQUALS) {
    const [left, right] = nodesOf(node, 'args').map(sideOf)
    return left !== undefined && right !== undefined ? [[left, right]] : []
  }
  if (node.type === 'FROMEXPR') return [...nodesOf(node, 'fromlist').flatMap(equalities), ...quals(node)]
  if (node.type === 'JOINEXPR')
    return [...['larg', 'rarg'].flatMap((side) => equalities(nodeOf(node, side))), ...quals(node)]
  return []
}

const argumentsOf = (node: TreeNode) => nodesOf(node, 'args').flatMap(equalities)
const quals = (node: TreeNode) => equalities(nodeOf(node, 'quals'))

function sideOf(node: TreeNode): string | undefined {
  if (node.type === 'PARAM' || node.type === 'CONST') return VALUE
  if (node.type === 'RELABELTYPE') return sideOf(nodeOf(node, 'arg') as TreeNode)
  if (node.type !== 'VAR' || numberOf(node, 'varlevelsup') > 0) return undefined
  return `${numberOf(node, 'varno')}.${numberOf(node, 'varattno')}`
}
