import type { ManagerDocumentRow } from '#modules/distributions/documents/manager-queries.ts'
import type { GroupRow } from '#modules/distributions/settings/queries.ts'
import type { ManagerDocument, ManagerProject, NextStep } from './manager-schemas.ts'
import { presentDocument, presentProject } from './present.ts'
import type { ProjectRow } from './queries.ts'

type Seen = { groups: ReadonlyMap<string, Pick<GroupRow, 'name'>>; mayWrite(row: ProjectRow): boolean }

export function presentManagerProject(row: ProjectRow, { groups, mayWrite }: Seen): ManagerProject {
  const { check_url: _, ...shared } = presentProject(row, '')
  return {
    ...shared,
    group_name: row.group_code === null ? null : (groups.get(row.group_code)?.name ?? row.group_code),
    next_step: nextStep(row),
    may_write: mayWrite(row),
  }
}

function nextStep(row: ProjectRow): NextStep {
  const { status, counts, hand_over_status, has_packages_left } = row
  switch (status) {
    case 'new':
      return 'add_spools'
    case 'preparing':
      return 'wait_for_reading'
    case 'error':
      return 'mend'
    case 'waiting_for_validation':
      return counts.unmatched + counts.ambiguous + counts.rejected > 0 ? 'check' : 'validate'
    case 'validated':
    case 'delivering':
      if (hand_over_status === 'failed') return 'hand_over_paper'
      return hand_over_status === 'pending' ? 'wait_for_carrier' : 'wait_for_delivery'
    case 'completed':
      return has_packages_left ? 'send_paper' : 'nothing'
    case 'canceled':
      return 'nothing'
  }
}

export function presentManagerDocument(row: ManagerDocumentRow): ManagerDocument {
  return { ...presentDocument(row), has_pages: row.has_pages, is_decided: row.is_decided }
}
