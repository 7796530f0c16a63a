import type pg from 'pg'
import type { Report } from '../../harness/report.ts'
import { DATABASE } from '../../harness/service-database.ts'
import type { Citus } from '../../servers/citus.ts'
import { connectTo } from '../../servers/postgres.ts'

/** With what the start of the demo said: the credentials. */
type Service = { url: string; said: string }
type Place = { cluster: Citus; report: Report; service: Service }
type Shard = { shard: string; node: number }

/** Gives the client of the demo a shard of its own, and moves it to the other worker, while organizations are written; writes to it wait meanwhile. */
export async function moveClient({ cluster, report, service }: Place): Promise<void> {
  const admin = await connectTo(cluster.coordinator.urlOf(DATABASE))
  const { rows } = await admin.query<{ id: string }>('SELECT id FROM clients LIMIT 1')
  const client = rows[0]?.id ?? ''
  const writer = startWriter(service)
  await untilWritten(writer, 20)
  await admin.query(
    `SELECT isolate_tenant_to_new_shard('employees', $1::text, 'CASCADE', shard_transfer_mode => 'block_writes')`,
    [client],
  )
  const before = await shardOf(admin, client)
  report.check('a client gets a shard of its own while it is written to', writer.acknowledged.length > 20)
  const to = cluster.workers.find(({ port }) => port !== before.node)?.port ?? 0
  await admin.query(
    `SELECT citus_move_shard_placement($1::bigint, '127.0.0.1', $2::integer, '127.0.0.1', $3::integer, shard_transfer_mode => 'block_writes')`,
    [before.shard, before.node, to],
  )
  const written = writer.acknowledged.length
  await untilWritten(writer, written + 20)
  await writer.stop()
  const after = await shardOf(admin, client)
  report.check('its shard lies on the other worker', after.node === to, `${before.node} → ${after.node}`)
  const lost = await lostOf(admin, client, writer.acknowledged)
  report.check('no acknowledged write is lost', lost === 0, `${writer.acknowledged.length} acknowledged`)
  report.fact('calls that failed meanwhile', `${writer.failed.length} ${[...new Set(writer.failed)].join(', ')}`)
}

async function shardOf(admin: pg.Client, client: string): Promise<Shard> {
  const { rows } = await admin.query<Shard>(
    `SELECT shardid::text AS shard, nodeport AS node FROM pg_dist_shard_placement
     WHERE shardid = get_shard_id_for_distribution_column('employees', $1::text)`,
    [client],
  )
  return rows[0] ?? { shard: '', node: 0 }
}

type Writer = { acknowledged: string[]; failed: number[]; stop(): Promise<void> }

/** Puts one organization after the other. */
function startWriter({ url, said }: Service): Writer {
  const writer: Writer = { acknowledged: [], failed: [], stop: async () => {} }
  let isStopped = false
  const work = (async () => {
    const token = await tokenFor(url, said)
    for (let number = 1; !isStopped; number += 1) {
      const code = `moved-${number}`
      const answer = await fetch(`${url}/api/v2/client/organizations/${code}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: code }),
      })
      if (answer.ok) writer.acknowledged.push(code)
      else writer.failed.push(answer.status)
      await answer.text()
    }
  })()
  writer.stop = async () => {
    isStopped = true
    await work
  }
  work.catch((error) => console.error(error))
  return writer
}

async function tokenFor(url: string, said: string): Promise<string> {
  const [, id = '', secret = ''] = /-u ['"]?([^:\s'"]+):([^\s'"]+)/.exec(said) ?? []
  const [, client = ''] = /client_id=([^\s'"&]+)/.exec(said) ?? []
  const answer = await fetch(`${url}/api/v2/client/tokens`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'client', client_id: client }),
  })
  if (!answer.ok) throw new Error(`No token: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { access_token: string }).access_token
}

async function untilWritten({ acknowledged }: Writer, count: number): Promise<void> {
  const until = performance.now() + 60_000
  while (acknowledged.length < count) {
    if (performance.now() > until) throw new Error(`Only ${acknowledged.length} of ${count} writes were acknowledged.`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function lostOf(admin: pg.Client, client: string, codes: string[]): Promise<number> {
  const { rows } = await admin.query<{ lost: number }>(
    `SELECT count(*)::integer AS lost FROM unnest($2::text[]) AS code
     WHERE code <> ALL (ARRAY(SELECT code FROM organizations WHERE client_id = $1))`,
    [client, codes],
  )
  return rows[0]?.lost ?? -1
}
