import type { ReportRow } from '#modules/distributions/documents/queries.ts'
import type { DistributionRow } from '#modules/distributions/spools/queries.ts'
import type { Distribution, DistributionDocument } from '#modules/distributions/spools/schemas.ts'
import { inSeconds } from '#platform/time/dates.ts'
import type { ProjectRow } from './queries.ts'
import { ADDRESS_FIELDS, type DistributionProject } from './schemas.ts'

/** Where a person looks at a project. */
export const checkUrl = (publicUrl: string, projectId: number) =>
  `${publicUrl}/portal/manager/distributions/${projectId}`

export function presentProject(row: ProjectRow, publicUrl: string): DistributionProject {
  const address = ADDRESS_FIELDS.map((one) => [`package_${one}`, row.package_address[one] ?? null])
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    validation_option: row.validation_option,
    validators_required: row.validation?.validators ?? 1,
    validation_group: row.validation?.group ?? null,
    acknowledge_warnings: row.validation?.acknowledge_warnings ?? false,
    validations: row.validations.map((one) => ({ ...one, validated_at: inSeconds(new Date(one.validated_at)) })),
    delivery_paper_conf: row.paper_code,
    regroup_paper_mailing: row.regroup_paper_mailing,
    group: row.group_code,
    package_sent_to_orgs: row.package_sent_to_orgs,
    tech_id: row.sender_id,
    auto_validate: row.auto_validate,
    expected_distributions: row.expected_distributions,
    ...(Object.fromEntries(address) as Pick<DistributionProject, `package_${(typeof ADDRESS_FIELDS)[number]}`>),
    package_contact: row.package_contact,
    distributions_count: row.distributions_count,
    counts: row.counts,
    packages_count: row.packages_count,
    check_url: checkUrl(publicUrl, row.id),
    created_at: inSeconds(row.created_at),
    updated_at: inSeconds(row.updated_at),
    validated_at: row.validated_at && inSeconds(row.validated_at),
    ended_at: row.ended_at && inSeconds(row.ended_at),
  }
}

export function presentDistribution(row: DistributionRow): Distribution {
  const { documents, matched, assigned, unmatched, ambiguous, rejected, left_out, delivered } = row
  return {
    id: row.id,
    distribution_project_id: row.project_id,
    name: row.name,
    distribution_type: row.type.code,
    format: row.type.format,
    filename: row.filename,
    size: Number(row.size),
    status: row.status,
    error: row.error,
    progress: row.progress,
    counts: { documents, matched, assigned, unmatched, ambiguous, rejected, left_out, delivered },
    created_at: inSeconds(row.created_at),
    started_at: row.started_at && inSeconds(row.started_at),
    finished_at: row.finished_at && inSeconds(row.finished_at),
  }
}

export function presentDocument(row: ReportRow): DistributionDocument {
  return {
    id: row.id,
    distribution_id: row.distribution_id,
    distribution: row.distribution_name,
    position: row.position,
    file: row.file,
    first_page: row.first_page,
    pages: row.page_count,
    size: row.size === null ? null : Number(row.size),
    outcome: row.outcome,
    reason: row.reason,
    message: row.message,
    employee_number: row.employee_number,
    organization: row.organization,
    period: row.period,
    employee_technical_id: row.employee_technical_id,
    employee_name: row.employee_name,
    employee_terminated: row.employee_terminated,
    document_type_code: row.document_type_code,
    title: row.title,
    document_id: row.document_id,
    linked_to_vault: row.linked_to_vault,
    package: row.package_number,
    package_status: row.package_status,
    package_problem: row.package_problem as DistributionDocument['package_problem'],
    package_message: row.package_message,
  }
}
