import type { PartRow } from './part-queries.ts'
import type { ManagerPart, ManagerProject, NextStep } from './portal-schemas.ts'
import { presentDocument, presentProject } from './present.ts'
import type { ProjectRow } from './project-queries.ts'
import type { GroupRow } from './setting-queries.ts'

type Seen = { groups: ReadonlyMap<string, Pick<GroupRow, 'name'>>; mayWrite(row: ProjectRow): boolean }

export function presentForManager(row: ProjectRow, { groups, mayWrite }: Seen): ManagerProject {
  const { check_url: _, ...shared } = presentProject(row, '')
  return {
    ...shared,
    group_name: row.group_code === null ? null : (groups.get(row.group_code)?.name ?? row.group_code),
    next_step: nextStep(row),
    may_write: mayWrite(row),
  }
}

function nextStep({ status, counts, paper, packages_count, released_at }: ProjectRow): NextStep {
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
      return 'wait_for_delivery'
    case 'completed':
      return paper && packages_count > 0 && released_at === null ? 'send_paper' : 'nothing'
    case 'canceled':
      return 'nothing'
  }
}

export function presentPart(row: PartRow): ManagerPart {
  return { ...presentDocument(row), has_pages: row.has_pages, is_decided: row.is_decided }
}
