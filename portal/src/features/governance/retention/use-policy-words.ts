import { useQuery } from '@tanstack/react-query'
import { useNamedTypes } from '#features/governance/holds/use-named-types.ts'
import { retentionWords } from '#features/governance/words.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { treeQuery } from '#shared/organizations/organizations.api.ts'
import { useFormat } from '#ui/language/format.ts'
import { currentLocale, useWords } from '#ui/language/words.ts'
import { readDelay } from './policy-form.ts'
import { formsQuery, type Policy } from './retention.api.ts'

/** So many are named in a line; the page of the policy has all. */
const NAMED = 3

/** What a policy says, in words: what it is about, how long, and what follows. */
export function usePolicyWords() {
  const t = useWords(retentionWords)
  const format = useFormat()
  const session = useSession()
  const types = new Map(useNamedTypes().map(({ code, label }) => [code, label]))
  const { data: forms = [] } = useQuery({ ...formsQuery, enabled: mayAdmin(session, 'forms:read') })
  const { data: tree = [] } = useQuery({ ...treeQuery, enabled: mayAdmin(session, 'organizations:read') })
  const listOf = (codes: readonly string[], nameOf: (code: string) => string | undefined) => {
    const names = codes.slice(0, NAMED).map((code) => nameOf(code) ?? code)
    const others = codes.length - names.length
    return others > 0 ? t('list.andMore', { names: names.join(', '), count: others }) : names.join(', ')
  }

  function appliesTo({ resource_type, filters }: Policy): string {
    const { document_type_codes, form_codes, organization_codes, custom_fields } = filters
    const fields = Object.keys(custom_fields)
    return [
      t(`kinds.${resource_type}`),
      document_type_codes.length > 0 && listOf(document_type_codes, (code) => types.get(code)),
      form_codes.length > 0 && listOf(form_codes, (code) => forms.find((one) => one.code === code)?.title),
      organization_codes.length > 0 &&
        listOf(organization_codes, (code) => tree.find((one) => one.code === code)?.name),
      fields.length > 0 && t('list.fields', { count: fields.length }),
    ]
      .filter(Boolean)
      .join(' · ')
  }

  function lengthOf(delay: string): string {
    const { years, months, days } = readDelay(delay)
    const parts = [
      years > 0 && t('length.years', { count: years }),
      months > 0 && t('length.months', { count: months }),
      days > 0 && t('length.days', { count: days }),
    ].filter((part) => part !== false)
    if (parts.length === 0) return t('length.none')
    return new Intl.ListFormat(currentLocale(), { type: 'conjunction' }).format(parts)
  }

  const rule = ({ delay, trigger }: Policy) => {
    const when = trigger.date ? t('when.on', { date: format.date(trigger.date) }) : t(`when.${trigger.event}`)
    return t('list.rule', { length: lengthOf(delay), when })
  }
  return { appliesTo, rule }
}
