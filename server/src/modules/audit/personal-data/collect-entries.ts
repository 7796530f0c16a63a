import type { Collector, PackageKind } from '#kernel/personal-data/collector.ts'
import { listEntriesAbout } from '#modules/audit/people/list-entries-about.ts'

/** Entries about what is left out go with it. */
const KIND_OF: Readonly<Record<string, PackageKind>> = {
  document: 'documents',
  employee_document: 'documents',
  vault_document: 'vault',
  request: 'requests',
  note: 'notes',
  signature_process: 'signatures',
}

/** Who opened, downloaded or changed what is kept about an employee, and what the employee did. Others are not named. */
export const entryCollector: Collector = {
  kind: 'audit',
  async *collect({ db, client, exclude }, { technical_id }) {
    for await (const entry of listEntriesAbout(db, client, { type: 'employee', technical_id })) {
      const kind = entry.resource && KIND_OF[entry.resource.type]
      if (kind && exclude.has(kind)) continue
      yield { data: entry, title: entry.action, date: new Date(entry.at), files: [] }
    }
  },
}
