/** PostgreSQL prints how it understood a statement as `{QUERY :targetList (…) :jointree {…}}`. */
export type TreeNode = { type: string; fields: Map<string, TreeValue> }
export type TreeValue = string | TreeNode | TreeValue[] | undefined

const NULL_POINTER = '<>'

export function parseNodeTree(text: string): TreeValue {
  const tokens = text.match(/[{}()[\]]|"(?:\\.|[^"\\])*"|(?:\\.|[^\s{}()[\]\\])+/g) ?? []
  let position = 0

  function value(): TreeValue {
    const token = tokens[position++]
    if (token === '{') return node()
    if (token === '(') return list(')')
    if (token === '[') return list(']')
    return token === NULL_POINTER ? undefined : token
  }

  function list(end: string): TreeValue[] {
    const items: TreeValue[] = []
    while (tokens[position] !== end) items.push(value())
    position += 1
    return items
  }

  function node(): TreeNode {
    const type = tokens[position++] as string
    const fields = new Map<string, TreeValue>()
    while (tokens[position] !== '}') {
      const key = (tokens[position++] as string).slice(1)
      const first = value()
      fields.set(key, first)
      // A constant is written as its length and its bytes.
      while (!isEndOfField(tokens[position])) value()
    }
    position += 1
    return { type, fields }
  }

  return value()
}

const isEndOfField = (token: string | undefined) => token === undefined || token === '}' || token.startsWith(':')

export const isNode = (value: TreeValue): value is TreeNode => typeof value === 'object' && !Array.isArray(value)

export function nodeOf(node: TreeNode, field: string): TreeNode | undefined {
  const value = node.fields.get(field)
  return isNode(value) ? value : undefined
}

export function nodesOf(node: TreeNode, field: string): TreeNode[] {
  const value = node.fields.get(field)
  return Array.isArray(value) ? value.filter(isNode) : []
}

export const numberOf = (node: TreeNode, field: string) => Number(node.fields.get(field))
export const textOf = (node: TreeNode, field: string) => String(node.fields.get(field) ?? '')
