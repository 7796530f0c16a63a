import { Anchor, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { VaultSection } from '#features/documents/vault/VaultSection.tsx'
import { folderWords } from '#features/documents/words.ts'
import { usePathParam } from '#kernel/pages/path-param.ts'
import { covers } from '#kernel/session/permissions.ts'
import { RetentionSection } from '#shared/governance/RetentionSection.tsx'
import { useLanguageName } from '#shared/localized-names/LocalizedNameFields.tsx'
import { type EmployeeProfile, employeePath, employeeQuery } from '#shared/people/employees.api.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import rows from '#ui/lists/Rows.module.css'
import { AppLink } from '#ui/page/AppLink.tsx'
import { Section } from '#ui/page/Section.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import classes from './folders.module.css'
import { useFolderCounts } from './TypeList.tsx'

/** What is known of an employee. */
export function EmployeeOverviewTab() {
  const employee = useQuery(employeeQuery(usePathParam('id'))).data
  if (!employee) return null
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <div>
        <Contact employee={employee} />
        <Registrations employee={employee} />
      </div>
      <div>
        <CustomFields employee={employee} />
        <RetentionSection of="employees" id={employee.technical_id} />
        {covers(employee.permissions, 'employee_documents:read') && <Contents id={employee.technical_id} />}
        {covers(employee.permissions, 'vault_links:read') && <VaultSection id={employee.technical_id} />}
      </div>
    </SimpleGrid>
  )
}

function Contact({ employee }: { employee: EmployeeProfile }) {
  const t = useWords(folderWords)
  const languageName = useLanguageName()
  const { email, language, address, address_2, address_3, postcode, city, country } = employee
  const lines = [address, address_2, address_3, [postcode, city].filter(Boolean).join(' '), country].filter(Boolean)
  return (
    <Section title={t('overview.contact')}>
      <DefinitionList
        items={[
          { label: t('overview.email'), value: email && <Anchor href={`mailto:${email}`}>{email}</Anchor> },
          {
            label: t('overview.address'),
            value: lines.length > 0 && <address className={classes.address}>{lines.join('\n')}</address>,
          },
          { label: t('overview.language'), value: language && languageName(language) },
          { label: t('overview.technicalId'), value: employee.technical_id },
        ].map(({ label, value }) => ({ label, value: value || null }))}
      />
    </Section>
  )
}

function Registrations({ employee: { registrations } }: { employee: EmployeeProfile }) {
  const t = useWords(folderWords)
  const format = useFormat()
  return (
    <Section title={t('overview.registrations')} flush>
      {registrations.length === 0 && (
        <Text p="lg" size="sm" c="dimmed">
          {t('overview.noRegistrations')}
        </Text>
      )}
      <ul className={rows.rows}>
        {registrations.map((one) => (
          <li key={`${one.organization_code} ${one.employee_number}`} className={rows.row}>
            <span className={rows.grow}>
              <strong>{one.organization_name}</strong>
              <Text component="span" size="sm" c="dimmed" display="block">
                {t('overview.number', { number: one.employee_number })}
                {one.departure_date && ` · ${t('overview.left', { date: format.date(one.departure_date) })}`}
              </Text>
            </span>
            <StatusBadge tone={one.active ? 'good' : 'neutral'}>
              {t(one.active ? 'status.current' : 'status.terminated')}
            </StatusBadge>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function CustomFields({ employee: { custom_fields } }: { employee: EmployeeProfile }) {
  const t = useWords(folderWords)
  const format = useFormat()
  if (custom_fields.length === 0) return null
  const show = ({ type, value }: EmployeeProfile['custom_fields'][number]) => {
    if (value === null) return null
    if (type === 'boolean') return t(value ? 'boolean.true' : 'boolean.false')
    if (type === 'integer') return format.number(Number(value))
    return type === 'date' ? format.date(String(value)) : String(value)
  }
  return (
    <Section title={t('overview.fields')}>
      <DefinitionList items={custom_fields.map((field) => ({ label: field.name, value: show(field) }))} />
    </Section>
  )
}

function Contents({ id }: { id: string }) {
  const t = useWords(folderWords)
  const { types, isPending } = useFolderCounts(id)
  if (isPending) return null
  return (
    <Section title={t('overview.contents')} flush>
      {types.length === 0 && (
        <Text p="lg" size="sm" c="dimmed">
          {t('documents.none')}
        </Text>
      )}
      <ul className={rows.rows}>
        {types.map(({ code, label, count }) => (
          <li key={code} className={rows.row}>
            <AppLink
              href={`${employeePath(id)}/documents?type=${encodeURIComponent(code)}`}
              className={`${rows.grow} ${rows.link}`}
            >
              {label}
            </AppLink>
            <Text component="span" size="sm" c="dimmed">
              {t('documents.count', { count })}
            </Text>
          </li>
        ))}
      </ul>
    </Section>
  )
}
