import type { RawBuilder } from 'kysely'
import type { HeldType } from '#kernel/legal-hold.ts'
import type { Client } from '#kernel/work.ts'
import { fragment } from '#platform/db/statement.ts'
import { needsDeparture, postponementJoin, type Rules, type ScanRow, TYPE_JOIN } from './compile.ts'
import { itemsSql } from './item-sql.ts'
import type { PolicyRule } from './policy-values.ts'
import { Values } from './query-values.ts'
import { heaviest, isOfDocumentType, ranked, UNKNOWN_DAY, weighedIn } from './rivals.ts'

/** What an item says of the policy that decides for it, by the rank of that. */
export type DecidedRow = Pick<ScanRow, 'id' | 'document_type_id' | 'goes_on'> & {
  rank: number
  is_trashed: boolean
  is_anonymised: boolean
}

/** All items whose day is known among those that some policy fits, whichever decides. The policies are of one resource type. */
export function scanDecided(client: Client, { rules, hasPostponed }: Rules, type: HeldType): RawBuilder<DecidedRow> {
  const values = new Values(client, 'all')
  const named = values.add('resource_type', type)
  const heaviestOfAll = heaviest(weighedIn(ranked(rules)), values)
  const itemOptions = {
    ofEmployees: values.ofEmployees,
    ofPlaces: values.ofPlaces,
    withDeparture: needsDeparture(rules),
  }
  const scanSql = `SELECT decided.id, decided.document_type_id, decided.is_trashed, decided.is_anonymised,
      (decided.weight & 65535)::integer AS rank,
      greatest(date '0001-01-01' + (decided.weight >> 16)::integer, decided.postponed_until) AS goes_on
    FROM (
      SELECT item.id, item.document_type_id, item.is_trashed, item.is_anonymised, ${heaviestOfAll} AS weight,
        ${hasPostponed ? 'postponement.until' : 'NULL::date'} AS postponed_until
      FROM ${itemsSql(type, 'all', itemOptions)}
        ${rules.some(isOfDocumentType) ? TYPE_JOIN : ''}
        ${hasPostponed ? postponementJoin(named) : ''}
      OFFSET bigint '0') decided
    WHERE decided.weight < bigint '${UNKNOWN_DAY}' * 65536`
  return fragment<DecidedRow>(scanSql, values.parameters)
}

/** The policies of a rank: that of document types has one for each. */
export function rulesByRank(rules: readonly PolicyRule[]): Map<number, PolicyRule[]> {
  const weighed = weighedIn(ranked(rules))
  const ofTypes = weighed.find(({ rule }) => isOfDocumentType(rule))
  const groups = Map.groupBy(weighed, ({ rule, rank }) => (isOfDocumentType(rule) ? (ofTypes?.rank ?? rank) : rank))
  return new Map([...groups].map(([rank, all]) => [rank, all.map(({ rule }) => rule)]))
}
