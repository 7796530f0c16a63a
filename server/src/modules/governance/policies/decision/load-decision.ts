import type { HeldType } from '#kernel/legal-hold.ts'
import type { Client } from '#kernel/work.ts'
import type { Db } from '#platform/db/db.ts'
import { statement } from '#platform/db/statement.ts'
import type { Decision, Rules } from './compile.ts'
import type { PolicyRule } from './policy-values.ts'

const enabledRules = statement<PolicyRule, { client_id: string; resource_type: string }>(`
  SELECT id, resource_type, document_type_ids, form_codes, organization_keys, custom_fields, trigger_event, trigger_code,
    trigger_date, delay, action, needs_approval
  FROM effective_retention_policies WHERE client_id = $client_id AND resource_type = $resource_type AND enabled`)

const hasAny = statement<{ has_postponed: boolean }, { client_id: string; resource_type: string }>(`
  SELECT EXISTS (
    SELECT FROM retention_postponements WHERE client_id = $client_id AND resource_type = $resource_type) AS has_postponed`)

/** What a policy decides, saved or not, among the enabled ones of its resource type. */
export async function decisionFor(db: Db, client: Client, rule: PolicyRule): Promise<Decision> {
  const { rules, hasPostponed } = await loadRules(db, client, rule.resource_type)
  return { rule, rivals: rules.filter(({ id }) => id !== rule.id), hasPostponed }
}

const typeOf = statement<{ resource_type: HeldType }, { client_id: string; id: string }>(`
  SELECT resource_type FROM effective_retention_policies WHERE client_id = $client_id AND id = $id AND enabled`)

/** What an enabled policy decides; undefined for one that is not, or does not exist. */
export async function decisionOf(db: Db, client: Client, policyId: string): Promise<Decision | undefined> {
  const [policy] = await typeOf(db, { client_id: client.id, id: policyId })
  if (!policy) return undefined
  const { rules, hasPostponed } = await loadRules(db, client, policy.resource_type)
  const rule = rules.find(({ id }) => id === policyId)
  return rule && { rule, rivals: rules.filter((one) => one !== rule), hasPostponed }
}

/** The enabled policies of a resource type. */
export async function loadRules(db: Db, client: Client, resource_type: HeldType): Promise<Rules> {
  const asked = { client_id: client.id, resource_type }
  const [rules, [postponed]] = await Promise.all([enabledRules(db, asked), hasAny(db, asked)])
  return { rules, hasPostponed: postponed?.has_postponed === true }
}
