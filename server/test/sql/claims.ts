import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import ts from 'typescript'

/** What the code says of one property of a row or of the parameters. */
export type Claim = { name: string; type: ts.Type; isNullable: boolean; isOptional: boolean }
export type Claims = {
  at: string
  /** Undefined when the rows are not used, or their type is a parameter of the function around. */
  row: Claim[] | undefined
  parameters: Claim[] | undefined
}

const HELPERS = new Set(['statement', 'lookup', 'loneStatement'])

/** Statements that the checks are tried on. */
export const SAMPLES = resolve('server/test/sql/samples.ts')

let ofSources: ClaimReader | undefined

/** The reader of the whole service and of the samples, made once a process: the compiler takes seconds to read it. */
export function sourceReader(): ClaimReader {
  ofSources ??= new ClaimReader([...sourceFiles(), SAMPLES])
  return ofSources
}

/** The files of the service, without its tests. */
export function sourceFiles(): string[] {
  return globSync('server/src/**/*.ts')
    .filter((file) => !/\.(test|conformance)\.ts$/.test(file))
    .map((file) => resolve(file))
}

/** Reads with the compiler what the code claims of each statement, by where it is defined. */
export class ClaimReader {
  readonly program: ts.Program
  readonly checker: ts.TypeChecker

  constructor(roots: string[]) {
    const { compilerOptions } = ts.readConfigFile('tsconfig.json', ts.sys.readFile).config
    const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, '.')
    this.program = ts.createProgram(roots, options, leanHost(options))
    this.checker = this.program.getTypeChecker()
  }

  sourceOf(file: string): ts.SourceFile {
    const source = this.program.getSourceFile(file)
    if (!source) throw new Error(`The compiler knows no ${file}.`)
    return source
  }

  /** All statements of these files. */
  read(files: string[]): Map<string, Claims> {
    const found = new Map<string, Claims>()
    for (const file of files) {
      const visit = (node: ts.Node): void => {
        if (ts.isCallExpression(node) && isHelper(node.expression)) {
          const at = positionOf(node)
          found.set(at, { at, ...this.#claimsOf(node) })
        }
        ts.forEachChild(node, visit)
      }
      visit(this.sourceOf(file))
    }
    return found
  }

  #claimsOf({ typeArguments }: ts.CallExpression): Omit<Claims, 'at'> {
    const [row, parameters] = (typeArguments ?? []).map((node) => this.checker.getTypeFromTypeNode(node))
    return {
      row: row && this.propertiesOf(row),
      parameters: parameters ? this.propertiesOf(parameters) : [],
    }
  }

  propertiesOf(type: ts.Type): Claim[] | undefined {
    if (type.flags & (ts.TypeFlags.Never | ts.TypeFlags.TypeParameter)) return undefined
    if (this.checker.getIndexInfosOfType(type).length > 0) return undefined
    return this.checker.getPropertiesOfType(type).map((property) => {
      const own = this.checker.getTypeOfSymbol(property)
      return {
        name: property.name,
        type: own,
        isNullable: isNullable(own),
        isOptional: (property.flags & ts.SymbolFlags.Optional) !== 0,
      }
    })
  }
}

/** Types of rows come from our own sources, and these packages. */
const READ = /^[.#]|^(kysely|typebox)\b/

/** Reads a half of what the compiler would. A claim by a type of another package is `any`, which fits nothing. */
function leanHost(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options)
  const cache = ts.createModuleResolutionCache(process.cwd(), (name) => name, options)
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone
  host.resolveModuleNameLiterals = (names, file, redirect, ownOptions, source) =>
    names.map((name) => {
      if (!READ.test(name.text)) return { resolvedModule: undefined }
      const mode = ts.getModeForUsageLocation(source, name, ownOptions)
      return ts.resolveModuleName(name.text, file, ownOptions, host, cache, redirect, mode)
    })
  return host
}

const isHelper = (node: ts.Expression) => ts.isIdentifier(node) && HELPERS.has(node.text)

/** As a stack trace writes it. */
export function positionOf(node: ts.Node): string {
  const source = node.getSourceFile()
  const { line, character } = source.getLineAndCharacterOfPosition(node.getStart())
  return `${resolve(source.fileName)}:${line + 1}:${character + 1}`
}

export function isNullable(type: ts.Type): boolean {
  if (type.isUnion()) return type.types.some(isNullable)
  return (type.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Unknown)) !== 0
}
