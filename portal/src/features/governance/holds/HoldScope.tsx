import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { holdWords } from '#features/governance/words.ts'
import { may, mayAdmin } from '#kernel/session/permissions.ts'
import { fullName, useSession } from '#kernel/session/session.ts'
import { treeQuery } from '#shared/organizations/organizations.api.ts'
import { employeePath, employeeQuery } from '#shared/people/employees.api.ts'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { Section } from '#ui/page/Section.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import type { LegalHold } from './holds.api.ts'
import classes from './holds.module.css'
import { useNamedTypes } from './use-named-types.ts'

type Scope = LegalHold['scope']

/** So many are named; the list of what is covered has the others. */
const SHOWN = 10

/** What was asked for when the hold was placed. */
export function HoldScope({ scope }: { scope: Scope }) {
  const t = useWords(holdWords)
  const format = useFormat()
  const types = new Map(useNamedTypes().map(({ code, label }) => [code, label]))
  const { document_ids, document_type_codes, date_since, date_until, resource_types } = scope
  const days = [
    date_since && t('scope.since', { date: format.date(date_since) }),
    date_until && t('scope.until', { date: format.date(date_until) }),
  ]
  const items: { label: string; value: ReactNode; isSet: boolean }[] = [
    {
      label: t('form.employees'),
      value: <Employees ids={scope.employee_technical_ids} />,
      isSet: scope.employee_technical_ids.length > 0,
    },
    {
      label: t('form.organizations'),
      value: <Organizations codes={scope.organization_codes} isBelowIn={scope.include_below} />,
      isSet: scope.organization_codes.length > 0,
    },
    {
      label: t('form.documentTypes'),
      value: document_type_codes.map((code) => types.get(code) ?? code).join(', '),
      isSet: document_type_codes.length > 0,
    },
    {
      label: t('form.documents'),
      value: t('scope.documents', { count: document_ids.length }),
      isSet: document_ids.length > 0,
    },
    { label: t('scope.days'), value: days.filter(Boolean).join(' '), isSet: Boolean(date_since ?? date_until) },
    {
      label: t('form.kinds'),
      value: resource_types.map((type) => t(`kinds.${type}`)).join(', '),
      isSet: resource_types.length > 0,
    },
  ]
  return (
    <Section title={t('scope.title')} description={t('scope.text')}>
      <DefinitionList items={items.filter(({ isSet }) => isSet)} stacked />
    </Section>
  )
}

function Employees({ ids }: { ids: string[] }) {
  const t = useWords(holdWords)
  return (
    <>
      {ids.slice(0, SHOWN).map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Employee id={id} />
        </span>
      ))}
      {ids.length > SHOWN && ` ${t('scope.more', { count: ids.length - SHOWN })}`}
    </>
  )
}

function Employee({ id }: { id: string }) {
  const enabled = may(useSession(), 'employees:read')
  const { data } = useQuery({ ...employeeQuery(id), enabled, retry: false })
  if (!data) return id
  return (
    <AppLink href={employeePath(id)} className={classes.link}>
      {fullName(data)}
    </AppLink>
  )
}

function Organizations({ codes, isBelowIn }: { codes: string[]; isBelowIn: boolean }) {
  const t = useWords(holdWords)
  const enabled = mayAdmin(useSession(), 'organizations:read')
  const { data = [] } = useQuery({ ...treeQuery, enabled })
  const names = codes.map((code) => data.find((one) => one.code === code)?.name ?? code).join(', ')
  return isBelowIn ? t('scope.andBelow', { names }) : names
}
