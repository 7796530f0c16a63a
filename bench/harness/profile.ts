import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decimals, table } from './table.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const SAMPLE_MICROS = 500

type Frame = { functionName: string; url: string; lineNumber: number }
type ProfileNode = { id: number; callFrame: Frame; children?: number[] }
type Profile = { nodes: ProfileNode[]; samples: number[]; timeDeltas: number[] }

/** What a process with an inspector does while `load` runs: self times, by owner and by function. */
export async function profile(inspectorPort: number, load: () => Promise<unknown>): Promise<string> {
  const targets = (await (await fetch(`http://127.0.0.1:${inspectorPort}/json/list`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '')
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', reject, { once: true })
  })
  const ask = asker(socket)
  await ask('Profiler.enable')
  await ask('Profiler.setSamplingInterval', { interval: SAMPLE_MICROS })
  await ask('Profiler.start')
  await load()
  const { profile: taken } = (await ask('Profiler.stop')) as { profile: Profile }
  socket.close()
  return summarise(taken)
}

function asker(socket: WebSocket) {
  let last = 0
  return (method: string, params: object = {}) =>
    new Promise<unknown>((resolve) => {
      last += 1
      const id = last
      socket.addEventListener('message', function listen({ data }) {
        const answer = JSON.parse(String(data))
        if (answer.id !== id) return
        socket.removeEventListener('message', listen)
        resolve(answer.result)
      })
      socket.send(JSON.stringify({ id, method, params }))
    })
}

function summarise({ nodes, samples, timeDeltas }: Profile): string {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const owners = new Map<string, number>()
  const functions = new Map<string, number>()
  let busy = 0
  for (const [index, sample] of samples.entries()) {
    const frame = byId.get(sample)?.callFrame
    if (!frame || frame.functionName === '(idle)') continue
    const micros = timeDeltas[index] ?? 0
    busy += micros
    add(owners, ownerOf(framesFrom(sample, byId, parents)), micros)
    add(functions, `${frame.functionName || '(anonymous)'}  ${placeOf(frame)}:${frame.lineNumber + 1}`, micros)
  }
  const total = timeDeltas.reduce((sum, one) => sum + one, 0)
  const head = `busy ${decimals((busy / total) * 100, 0)} % of ${decimals(total / 1e6, 1)} s`
  return [head, top('by or for', owners, busy, 25), top('function', functions, busy, 35)].join('\n\n')
}

function add(times: Map<string, number>, name: string, micros: number): void {
  times.set(name, (times.get(name) ?? 0) + micros)
}

function framesFrom(id: number, byId: Map<number, ProfileNode>, parents: Map<number, number>): Frame[] {
  const frames: Frame[] = []
  for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
    const frame = byId.get(at)?.callFrame
    if (frame) frames.push(frame)
  }
  return frames
}

/** Who the time is spent for: what Node does for a package or a file of ours is theirs. */
function ownerOf(frames: Frame[]): string {
  const caller = frames.find(({ url }) => url !== '' && !url.startsWith('node:'))
  return placeOf(caller ?? frames.find(({ url }) => url !== '') ?? (frames[0] as Frame))
}

function placeOf({ url, functionName }: Frame): string {
  if (url === '') return functionName
  if (url.startsWith('node:')) return url
  const path = relative(ROOT, url.startsWith('file:') ? fileURLToPath(url) : url)
  return /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path
}

function top(what: string, times: Map<string, number>, busy: number, most: number): string {
  const sorted = [...times].sort((left, right) => right[1] - left[1]).slice(0, most)
  return table(
    ['self %', what],
    sorted.map(([name, micros]) => [decimals((micros / busy) * 100, 1), name]),
  )
}
