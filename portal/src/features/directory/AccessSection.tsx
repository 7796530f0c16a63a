import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../app/i18n.ts'
import { mayAdmin, useSession } from '../../app/session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { useFormat } from '../../ui/format.ts'
import { Section } from '../../ui/Section.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { type Manager, reachQuery, rolesQuery } from './directory.api.ts'
import classes from './directory.module.css'
import { permissionsOf } from './held.ts'
import { type Action, isGiven, RESOURCES } from './permissions.ts'

/** What the profiles of a manager add up to: how many people they see, and what they may do. */
export function AccessSection({ manager }: { manager: Manager }) {
  const t = useWords('directory')
  const format = useFormat()
  const session = useSession()
  const { data: reach } = useQuery(reachQuery(manager.technical_id))
  const { data: roles = [] } = useQuery({ ...rolesQuery, enabled: mayAdmin(session, 'roles:read') })
  const held = permissionsOf(manager.profiles, roles)
  const count = reach?.employees
  return (
    <Section title={t('person.access.title')} description={t('person.access.unsaved')}>
      {count !== undefined && (
        <Text fw={600} mb="md">
          {t('person.access.employees', { count }).replace(String(count), format.number(count))}
        </Text>
      )}
      <DefinitionList
        stacked
        items={(['read', 'write'] as const).map((action) => ({
          label: t(`person.access.${action}`),
          value: <Subjects held={held} action={action} />,
        }))}
      />
      {mayAdmin(session, 'roles:read') && (
        <Button component={AppLink} href="/portal/admin/roles" variant="subtle" size="compact-sm" mt="sm">
          {t('roles.title')}
        </Button>
      )}
    </Section>
  )
}

function Subjects({ held, action }: { held: string[]; action: Exclude<Action, 'read_all'> }) {
  const t = useWords('directory')
  const given = RESOURCES.filter((resource) => isGiven(held, resource, action))
  if (held.includes('*')) return t('person.access.everything')
  if (given.length === 0) return t('person.access.nothing')
  return (
    <span className={classes.chips}>
      {given.map((resource) => (
        <StatusBadge key={resource}>{t(`roles.resources.${resource}`)}</StatusBadge>
      ))}
    </span>
  )
}
