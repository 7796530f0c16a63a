import ts from 'typescript'
import type { Claim, ClaimReader } from './claims.ts'
import { positionOf } from './claims.ts'

/** A query in raw SQL, where it is run: ``sql<Row>`…`.execute(db)``. */
export type QuerySite = { at: string; run: ts.CallExpression; row: ts.Type }

/** Every query of these files whose rows have a type. */
export function querySitesIn(reader: ClaimReader, files: string[]): QuerySite[] {
  const sites: QuerySite[] = []
  for (const file of files) {
    const visit = (node: ts.Node): void => {
      const typed = ts.isCallExpression(node) && typeOfRows(node)
      if (typed) sites.push({ at: positionOf(node), run: node, row: reader.checker.getTypeFromTypeNode(typed) })
      ts.forEachChild(node, visit)
    }
    visit(reader.sourceOf(file))
  }
  return sites
}

function typeOfRows({ expression }: ts.CallExpression): ts.TypeNode | undefined {
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'execute') return undefined
  const { expression: query } = expression
  return ts.isTaggedTemplateExpression(query) && query.tag.getText() === 'sql' ? query.typeArguments?.[0] : undefined
}

/** Each site by the places at which a stack trace may name its call. */
export function sitesByPosition(sites: QuerySite[]): Map<string, QuerySite> {
  return new Map(sites.flatMap((site) => positionsOf(site.run).map((at) => [at, site])))
}

/** The claims of a site; what the nearest caller puts in place of a type parameter in them. */
export function claimsOf(reader: ClaimReader, { row }: QuerySite, callers: string[]): Claim[] | undefined {
  const parts = row.isIntersection() ? row.types : [row]
  const claims = parts.map((part) => {
    if (isParameter(part)) return reader.propertiesOf(argumentOf(reader, callers))
    if (!isMapped(part)) return reader.propertiesOf(part)
    // Each property of the rows, or null.
    return reader.propertiesOf(argumentOf(reader, callers))?.map((claim) => ({ ...claim, isNullable: true }))
  })
  return claims.includes(undefined) ? undefined : claims.flatMap((some) => some ?? [])
}

function argumentOf(reader: ClaimReader, callers: string[]): ts.Type {
  const types = callers.map((frame) => typeArgumentAt(reader, frame))
  return types.find((type) => type && !isParameter(type)) ?? reader.checker.getNeverType()
}

/** Over the properties of a type parameter. */
const isMapped = (type: ts.Type) =>
  ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Mapped) !== 0 && type.getProperties().length === 0
const isParameter = (type: ts.Type) => (type.flags & ts.TypeFlags.TypeParameter) !== 0

/**
 * The type argument of the call at this place, or of a call in a function that it is given (which a trace leaves out), or
 * else the type of the rows that it answers.
 */
function typeArgumentAt({ program, checker }: ClaimReader, frame: string): ts.Type | undefined {
  const source = program.getSourceFile(frame.replace(/:\d+:\d+$/, ''))
  const call = source && callsByPosition(source).get(frame)
  if (!call) return undefined
  const [argument] = callsIn(call).flatMap(({ typeArguments = [] }) => [...typeArguments])
  if (argument) return checker.getTypeFromTypeNode(argument)
  const answered = checker.getAwaitedType(checker.getTypeAtLocation(call))
  const [row] = answered && checker.isArrayType(answered) ? checker.getTypeArguments(answered as ts.TypeReference) : []
  return row
}

/** The calls in a node, itself included, from the outside to the inside. */
function callsIn(node: ts.Node): ts.CallExpression[] {
  const calls: ts.CallExpression[] = []
  const visit = (one: ts.Node): void => {
    if (ts.isCallExpression(one)) calls.push(one)
    ts.forEachChild(one, visit)
  }
  visit(node)
  return calls
}

const callsOfSources = new WeakMap<ts.SourceFile, Map<string, ts.CallExpression>>()

/** The innermost call at each place of a file. */
function callsByPosition(source: ts.SourceFile): Map<string, ts.CallExpression> {
  let calls = callsOfSources.get(source)
  if (!calls) {
    calls = new Map(callsIn(source).flatMap((call) => positionsOf(call).map((at) => [at, call])))
    callsOfSources.set(source, calls)
  }
  return calls
}

/** A trace names the place of the name that is called, or of the `await` around. */
function positionsOf(call: ts.CallExpression): string[] {
  const { expression, parent } = call
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression
  const nodes = [name, expression, call, ...(ts.isAwaitExpression(parent) ? [parent] : [])]
  return nodes.map(positionOf)
}
