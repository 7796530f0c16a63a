import type { ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '#test/harness/eventually.ts'
import { freePort } from './sshd.ts'

/** Where Ceph runs: this machine, or another Debian in a folder of it. */
export type CephHost = {
  /** The root that its programs see. */
  root: string
  /** An empty folder as its programs see it, and as we do. */
  folder: { inside: string; outside: string }
  /** Runs a program to its end; fails if it does. */
  run(command: string[]): unknown
  start(command: string[]): ChildProcess
  /** How many objects or uploads it lists at a time; by default as many as S3. */
  pageSize?: number
}

export type S3Access = { endpoint: string; accessKeyId: string; secretAccessKey: string }

export type Ceph = S3Access & {
  startGateway(): Promise<void>
  /** Ends the gateway as a power cut would; what it has stored stays. */
  killGateway(): Promise<void>
  stop(): Promise<void>
}

const READY_WITHIN_SECONDS = 60

/** One monitor, one OSD that keeps everything in memory, and the gateway that speaks S3. */
export async function startCeph(host: CephHost): Promise<Ceph> {
  const { inside } = host.folder
  const [monitorPort, gatewayPort, osdPort] = [await freePort(), await freePort(), await freePort()]
  const ids = { cluster: randomUUID(), osd: randomUUID() }
  const access = {
    endpoint: `http://127.0.0.1:${gatewayPort}`,
    accessKeyId: `AK${randomBytes(9).toString('hex').toUpperCase()}`,
    secretAccessKey: randomBytes(20).toString('hex'),
  }
  for (const name of ['mon', 'osd']) await mkdir(join(host.folder.outside, name))
  await writeFile(
    join(host.folder.outside, 'ceph.conf'),
    configuration(host, { monitorPort, gatewayPort, osdPort, cluster: ids.cluster }),
  )
  const ceph = (program: string, ...rest: string[]) => [program, '-c', `${inside}/ceph.conf`, ...rest]
  const monmap = `${inside}/monmap`
  const children: ChildProcess[] = []
  const start = (command: string[]) => {
    const child = host.start(command)
    children.push(child)
    return child
  }

  const monitor = `[v2:127.0.0.1:${monitorPort}]`
  await host.run(['monmaptool', '--create', '--fsid', ids.cluster, '--addv', 'a', monitor, monmap])
  await host.run(ceph('ceph-mon', '-i', 'a', '--mkfs', '--monmap', monmap))
  start(ceph('ceph-mon', '-i', 'a', '-f'))
  await host.run(ceph('ceph', '--connect-timeout', '30', 'osd', 'new', ids.osd, '0'))
  await host.run(ceph('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', ids.osd))
  start(ceph('ceph-osd', '-i', '0', '-f', '--no-mon-config'))
  const user = ['user', 'create', '--uid=tests', '--display-name=tests', '--max-buckets=100000']
  const keys = [`--access-key=${access.accessKeyId}`, `--secret=${access.secretAccessKey}`]
  let gateway: ChildProcess
  const startGateway = async () => {
    gateway = start(ceph('radosgw', '-n', 'client.rgw', '-f', '--no-mon-config'))
    await untilAnswers(access.endpoint, gateway)
  }
  await Promise.all([startGateway(), host.run(ceph('radosgw-admin', ...user, ...keys))])
  return {
    ...access,
    startGateway,
    killGateway: () => end(gateway, 'SIGKILL'),
    stop: async () => void (await Promise.all(children.map((child) => end(child, 'SIGKILL')))),
  }
}

type Addresses = { monitorPort: number; gatewayPort: number; osdPort: number; cluster: string }

function configuration(host: CephHost, { monitorPort, gatewayPort, osdPort, cluster }: Addresses): string {
  const { inside } = host.folder
  const [classes = ''] = globSync(join(host.root, 'usr/lib/*/rados-classes'))
  return `
[global]
fsid = ${cluster}
mon_host = [v2:127.0.0.1:${monitorPort}]
public_addr = 127.0.0.1
public_network = 127.0.0.0/8
ms_bind_port_min = ${osdPort}
ms_bind_port_max = ${osdPort + 50}
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
run_dir = ${inside}
crash_dir = ${inside}
log_file =
log_to_stderr = false
mon_cluster_log_file = ${inside}/cluster.log
mon_data = ${inside}/mon
mon_data_avail_crit = 1
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
# Each pool is a decision of the monitor, which by default waits a second for others to join it.
paxos_propose_interval = 0.05
paxos_min_wait = 0.01
osd_data = ${inside}/osd
osd_objectstore = memstore
memstore_device_bytes = 8589934592
osd_class_dir = ${join('/', classes.slice(host.root === '/' ? 0 : host.root.length))}
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 2
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0

[client.rgw]
rgw_frontends = beast endpoint=127.0.0.1:${gatewayPort}
rgw_data = ${inside}
rgw_max_listing_results = ${host.pageSize ?? 1000}
# Without keys there is nothing to encrypt with.
ms_mon_client_mode = crc
`
}

async function untilAnswers(endpoint: string, gateway: ChildProcess): Promise<void> {
  await eventually(
    async () => {
      if (hasEnded(gateway)) throw new Error('radosgw ended while it started.')
      return await fetch(endpoint).then(
        ({ status }) => status === 200,
        () => false,
      )
    },
    { withinSeconds: READY_WITHIN_SECONDS },
  )
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}
