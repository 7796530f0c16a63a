import { type Ceph, startCeph } from '../../server/test/harness/files/ceph.ts'
import { folderInRoot, ROOT, runInRoot, startInRoot } from '../harness/debian.ts'

/** Programs of the root that it needs. */
export const CEPH_PROGRAMS = ['usr/bin/ceph-mon', 'usr/bin/ceph-osd', 'usr/bin/radosgw', 'usr/bin/radosgw-admin']

/** The object storage of Ceph, with everything in memory. */
export async function startRadosgw(): Promise<Ceph> {
  return await startCeph({
    root: ROOT,
    folder: await folderInRoot('root'),
    run: (command) => runInRoot(command),
    start: (command) => startInRoot(command, { stdio: 'ignore' }),
  })
}

export function cephVersion(): string {
  return /version (\S+)/.exec(runInRoot(['radosgw', '--version']))?.[1] ?? 'unknown'
}
