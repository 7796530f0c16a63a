import { Checkbox, MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Article } from '#features/articles/articles.api.ts'
import { articleWords } from '#features/articles/words.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { OrganizationsField, PerimeterOrganizationsField } from '#shared/organizations/OrganizationField.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import { type ArticleValues, audienceOf, type Mistakes } from './article-form.ts'
import { type Audience, audienceQuery, choicesQuery } from './editor.api.ts'
import classes from './editor.module.css'
import { RuleFields } from './RuleFields.tsx'

type AudienceSectionProps = {
  values: ArticleValues
  onChange: (changes: Partial<ArticleValues>) => void
  needsOrganizations: boolean
  mistakes: Mistakes | undefined
}

/** Who sees an article, and how many people that is. */
export function AudienceSection({ values, onChange, needsOrganizations, mistakes }: AudienceSectionProps) {
  const t = useWords(articleWords)
  const { data: choices } = useQuery(choicesQuery)
  const isForEmployees = values.accessible_by.includes('employees')
  const isForManagers = values.accessible_by.includes('managers')
  const roles = choices?.roles.map(({ code, name }) => ({ value: code, label: name })) ?? []
  return (
    <Section title={t('edit.audience')}>
      <div className={classes.fields}>
        <Checkbox.Group
          label={t('edit.readers')}
          value={values.accessible_by}
          onChange={(chosen) => chosen.length > 0 && onChange({ accessible_by: chosen as Article['accessible_by'] })}
        >
          <Checkbox mt="xs" value="employees" label={t('edit.employees')} />
          <Checkbox mt="xs" value="managers" label={t('edit.managers')} />
        </Checkbox.Group>
        {(isForEmployees || needsOrganizations) && (
          <AudienceOrganizations
            value={values.organizations}
            onChange={(organizations) => onChange({ organizations })}
            error={mistakes?.organizations && t('edit.organizationsNeeded')}
          />
        )}
        {isForEmployees && choices && (
          <RuleFields
            fields={choices.custom_fields}
            rules={values.custom_field_rules}
            wrong={mistakes?.rules ?? []}
            onChange={(custom_field_rules) => onChange({ custom_field_rules })}
          />
        )}
        {isForManagers && (
          <MultiSelect
            label={t('edit.roles')}
            description={t('edit.rolesHint')}
            data={roles}
            value={values.roles}
            onChange={(chosen) => onChange({ roles: chosen })}
            searchable
            clearable
          />
        )}
        <Reach audience={audienceOf(values)} isKnown={!needsOrganizations || values.organizations.length > 0} />
      </div>
    </Section>
  )
}

type AudienceOrganizationsProps = {
  value: string[]
  onChange: (codes: string[]) => void
  error: string | undefined
}

/** Managers choose from all organizations of the client, or from those in which they may write articles. */
function AudienceOrganizations(props: AudienceOrganizationsProps) {
  const t = useWords(articleWords)
  const session = useSession()
  const isForAll = mayAdmin(session, 'organizations:read') && mayAdmin(session, 'articles:write')
  const label = t('edit.organizations')
  const description = t('edit.organizationsHint')
  return isForAll ? (
    <OrganizationsField {...props} label={label} description={description} clearable />
  ) : (
    <PerimeterOrganizationsField
      {...props}
      label={label}
      description={description}
      permission="articles:write"
      clearable
    />
  )
}

const CHANGING_MS = 400

/** "Who will see this: N people." */
function Reach({ audience, isKnown }: { audience: Audience; isKnown: boolean }) {
  const t = useWords(articleWords)
  const count = useCount()
  const [text] = useDebouncedValue(JSON.stringify(audience), CHANGING_MS)
  const { data, error } = useQuery({
    ...audienceQuery(JSON.parse(text) as Audience),
    enabled: isKnown,
    placeholderData: keepPreviousData,
  })
  const say = () => {
    if (!isKnown) return t('edit.organizationsNeeded')
    if (error) return t('edit.notCounted')
    if (!data) return t('edit.counting')
    if (data.employees + data.managers === 0) return t('edit.nobody')
    const people = count(data.employees, data.managers)
    return t('edit.seenBy', { people: data.is_at_least ? t('edit.atLeast', { people }) : people })
  }
  return (
    <div role="status" className={classes.reach}>
      {say()}
    </div>
  )
}

/** "12 employees and 3 managers", or only those of whom there are any. */
function useCount(): (employees: number, managers: number) => string {
  const t = useWords(articleWords)
  const format = useFormat()
  return (employees, managers) => {
    const ofEmployees = t('edit.employeeCount', { count: employees, number: format.number(employees) })
    const ofManagers = t('edit.managerCount', { count: managers, number: format.number(managers) })
    if (managers === 0) return ofEmployees
    return employees === 0 ? ofManagers : t('edit.people', { employees: ofEmployees, managers: ofManagers })
  }
}
