import ts from 'typescript'
import { type Claim, isNullable } from './claims.ts'
import type { DescribedColumn, Kind } from './describe-statement.ts'

/** `column` is named when the complaint is that it may be null. */
type Wrong = { text: string; column?: string }

/** What is wrong with the claims about a result. */
export function compareRow(checker: ts.TypeChecker, claims: Claim[], columns: DescribedColumn[]): Wrong[] {
  const wrong: Wrong[] = []
  const say = (text: string) => wrong.push({ text })
  const byName = new Map(columns.map((column) => [column.name, column]))
  for (const claim of claims) {
    const column = byName.get(claim.name)
    if (!column) {
      if (!claim.isOptional) say(`has no column ${claim.name}`)
      continue
    }
    const type = claim.type.flags & ts.TypeFlags.Unknown ? claim.type : checker.getNonNullableType(claim.type)
    if (!fits(checker, type, column.kind))
      say(`${claim.name} is ${column.type}, not ${checker.typeToString(claim.type)}`)
    if (column.isNullable && !claim.isNullable) wrong.push({ text: `${claim.name} may be null`, column: claim.name })
  }
  const known = new Set(claims.map((claim) => claim.name))
  for (const { name } of columns) if (!known.has(name)) say(`has the column ${name}, which the row type lacks`)
  return wrong
}

/** The names in the text are those of the type. */
export function compareParameters(claims: Claim[], names: string[]): Wrong[] {
  const claimed = claims.map((claim) => claim.name)
  return [
    ...names.filter((name) => !claimed.includes(name)).map((name) => `$${name} is not in the parameter type`),
    ...claimed.filter((name) => !names.includes(name)).map((name) => `the parameter ${name} is not in the text`),
  ].map((text) => ({ text }))
}

/** Whether an array that is passed may have null in it. */
export function isElementNullable(checker: ts.TypeChecker, claim: Claim | undefined): boolean {
  const type = claim && checker.getNonNullableType(claim.type)
  const [element] = type && isArray(checker, type) ? checker.getTypeArguments(type as ts.TypeReference) : []
  return element === undefined || isNullable(element)
}

const isArray = (checker: ts.TypeChecker, type: ts.Type) => checker.isArrayType(type)

function fits(checker: ts.TypeChecker, type: ts.Type, kind: Kind): boolean {
  // Anyone who claims nothing is never wrong; what JSON holds, the schema does not say.
  if (type.flags & ts.TypeFlags.Unknown || kind === 'json') return true
  if (type.flags & ts.TypeFlags.Any) return false
  if (type.isUnion()) return type.types.every((one) => fits(checker, one, kind))
  if (typeof kind === 'object') {
    const [element] = isArray(checker, type) ? checker.getTypeArguments(type as ts.TypeReference) : []
    return element !== undefined && fits(checker, checker.getNonNullableType(element), kind.arrayOf)
  }
  const name = type.getSymbol()?.name
  switch (kind) {
    case 'boolean':
      return (type.flags & ts.TypeFlags.BooleanLike) !== 0
    case 'number':
      return (type.flags & ts.TypeFlags.NumberLike) !== 0
    case 'string':
      return (type.flags & ts.TypeFlags.StringLike) !== 0
    case 'Date':
      return name === 'Date'
    case 'Buffer':
      return name === 'Buffer' || name === 'Uint8Array'
    case 'other':
      return false
  }
}
