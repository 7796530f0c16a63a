import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Manifest = { dependencies?: Names; optionalDependencies?: Names }
type Names = Record<string, string>
/** What `npm sbom` writes, as far as it is looked at here. */
export type Bill = {
  metadata: { component: { 'bom-ref': string } }
  components: { 'bom-ref': string; name: string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** What runs at users: that of the installed package, of its server and of its pages. */
const MANIFESTS = ['package.json', 'server/package.json', 'portal/package.json']

/**
 * Leaves in a bill of the whole checkout what runs at users. Asked to omit what is only for development, npm also omits
 * what is for both, such as a parser that a tool of ours needs as well.
 */
export function withoutTools(bill: Bill, root: string): Bill {
  const graph = new Map(bill.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const names = MANIFESTS.flatMap((path) => namesIn(JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest))
  const wanted = new Set(names)
  const top = bill.metadata.component['bom-ref']
  const workspaces = (graph.get(top) ?? []).filter((ref) => /^@dossier\/(?:server|portal)@/.test(ref))
  const direct = [top, ...workspaces].flatMap((ref) => graph.get(ref) ?? []).filter((ref) => wanted.has(nameOf(ref)))
  const shipped = new Set([...workspaces, ...reachable([...direct, ...bundledIn(root)], graph)])
  const isShipped = (ref: string) => ref === top || shipped.has(ref)
  return {
    ...bill,
    components: bill.components.filter((one) => shipped.has(one['bom-ref'])),
    dependencies: bill.dependencies
      .filter(({ ref }) => isShipped(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isShipped) })),
  }
}

/** What is in the bundles: a library may have found there what it works without. */
function bundledIn(root: string): string[] {
  const licenses = readFileSync(join(root, 'THIRD_PARTY_LICENSES'), 'utf8')
  return Array.from(licenses.matchAll(/^-{80}\n\n(\S+) (\S+) \(/gm), ([, name, version]) => `${name}@${version}`)
}

function namesIn({ dependencies, optionalDependencies }: Manifest): string[] {
  return Object.keys({ ...dependencies, ...optionalDependencies })
}

function nameOf(ref: string): string {
  return ref.slice(0, ref.lastIndexOf('@'))
}

function reachable(from: string[], graph: Map<string, string[]>): Set<string> {
  const seen = new Set(from)
  for (const ref of seen) for (const next of graph.get(ref) ?? []) seen.add(next)
  return seen
}
