import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Manager, reachQuery, rolesQuery } from '#features/directory/directory.api.ts'
import classes from '#features/directory/directory.module.css'
import { permissionsOf } from '#features/directory/held-permissions.ts'
import { type Action, RESOURCES } from '#features/directory/role-permissions.ts'
import { directoryWords } from '#features/directory/words.ts'
import { covers, isEverything, mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { Section } from '#ui/page/Section.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'

/** What the profiles of a manager add up to: how many people they see, and what they may do. */
export function AccessSection({ manager }: { manager: Manager }) {
  const t = useWords(directoryWords)
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
  const t = useWords(directoryWords)
  const given = RESOURCES.filter((resource) => covers(held, `${resource}:${action}`))
  if (isEverything(held)) return t('person.access.everything')
  if (given.length === 0) return t('person.access.nothing')
  return (
    <span className={classes.chips}>
      {given.map((resource) => (
        <StatusBadge key={resource}>{t(`roles.resources.${resource}`)}</StatusBadge>
      ))}
    </span>
  )
}
