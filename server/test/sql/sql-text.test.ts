import assert from 'node:assert/strict'
import { relative } from 'node:path'
import { describe, test } from 'node:test'
import ts from 'typescript'
import { sourceFiles, sourceReader } from './claims.ts'

/** Files that work on the text of SQL, and why they may. */
const ALLOWED: Record<string, string> = {
  'server/src/platform/db/statement.ts': 'numbers the named parameters of statements, and fills those of fragments',
}

const SQL = /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|JOIN|RETURNING|ORDER BY)\b/
const EDITS = new Set(['replace', 'replaceAll', 'split', 'slice', 'substring', 'concat'])

const sources = sourceFiles()
  .filter((file) => !(relative('.', file) in ALLOWED))
  .map((file) => sourceReader().sourceOf(file))

function everyNode(source: ts.Node, visit: (node: ts.Node) => void): void {
  visit(source)
  ts.forEachChild(source, (child) => everyNode(child, visit))
}

const isNamed = (node: ts.Node): node is ts.FunctionDeclaration | ts.VariableDeclaration =>
  ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node)

const isText = (node: ts.Node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)

/** Constants and functions whose value is SQL as text. */
function namesOfSql(all: ts.SourceFile[]): Set<string> {
  const found = new Set<string>()
  for (const source of all)
    everyNode(source, (node) => {
      const value = ts.isVariableDeclaration(node) ? node.initializer : undefined
      const made = value && ts.isArrowFunction(value) ? value.body : value
      if (made && isText(made) && SQL.test(made.getText())) found.add((node as ts.VariableDeclaration).name.getText())
      if (ts.isReturnStatement(node) && node.expression && isText(node.expression) && SQL.test(node.getText())) {
        const around = ts.findAncestor(node, isNamed)
        if (around?.name) found.add(around.name.getText())
      }
    })
  return found
}

/** The complaints about one file. */
function editsOfSql(source: ts.SourceFile, names: Set<string>): string[] {
  const found: string[] = []
  const say = (node: ts.Node, what: string) =>
    found.push(`${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${what}`)
  everyNode(source, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return
    const { expression: receiver, name } = node.expression
    const [argument] = node.arguments
    if (receiver.getText() === 'sql' && name.text === 'raw' && argument) {
      if (ts.isTemplateExpression(argument) || ts.isBinaryExpression(argument))
        say(node, 'puts SQL together for sql.raw')
    } else if (EDITS.has(name.text)) {
      const origin = ts.isCallExpression(receiver) ? receiver.expression : receiver
      if (ts.isIdentifier(origin) && names.has(origin.text)) say(node, `edits the SQL of ${origin.text}`)
    }
  })
  return found
}

describe('SQL as text', () => {
  test('is written whole or made of fragments: nothing is cut out of it, and nothing put together for sql.raw', () => {
    const names = namesOfSql(sources)
    assert.deepEqual(
      sources.flatMap((source) => editsOfSql(source, names)),
      [],
    )
  })

  test('is found when it is edited', () => {
    const text = `const LIST = 'SELECT id FROM clients'
      const named = (alias: string) => { return \`SELECT \${alias}.id FROM clients \${alias}\` }
      const byName = LIST.replace('id', 'name')
      const [head] = named('one').split('FROM')
      const ordered = sql.raw(\`ORDER BY \${column}\`)
      const limited = sql.raw(LIST + ' LIMIT 1')
      const whole = sql.raw(LIST)`
    const sample = ts.createSourceFile('sample.ts', text, ts.ScriptTarget.Latest, true)
    assert.deepEqual(editsOfSql(sample, namesOfSql([sample])), [
      'sample.ts:3 edits the SQL of LIST',
      'sample.ts:4 edits the SQL of named',
      'sample.ts:5 puts SQL together for sql.raw',
      'sample.ts:6 puts SQL together for sql.raw',
    ])
  })
})
