import { Checkbox, Group, Text, Tooltip } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { Role } from '#features/directory/directory.api.ts'
import classes from '#features/directory/directory.module.css'
import { holdsAll } from '#features/directory/held-permissions.ts'
import { actionsOf, type Resource, THEMES, type Theme } from '#features/directory/role-permissions.ts'
import { directoryWords } from '#features/directory/words.ts'
import { mayAdmin, mayDoEverything } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PendingRoles } from './PendingRoles.tsx'
import { RoleMenu } from './RoleMenu.tsx'
import { useRoleDrafts } from './role-draft.ts'

type Drafts = ReturnType<typeof useRoleDrafts>
type RoleMatrixProps = { roles: Role[]; holders: ReadonlyMap<string, number> }

/** Subjects in rows, roles in columns; what is changed is marked until it is saved. */
export function RoleMatrix({ roles, holders }: RoleMatrixProps) {
  const t = useWords(directoryWords)
  const drafts = useRoleDrafts(roles)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={t('roles.title')}>
        <table className={classes.matrix}>
          <thead>
            <tr>
              <th scope="col">{t('roles.resource')}</th>
              {roles.map((role) => (
                <th key={role.code} scope="col">
                  <RoleHead role={role} holders={holders.get(role.code) ?? 0} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{t('roles.everything')}</th>
              {roles.map((role) => (
                <td key={role.code}>
                  <EverythingCell role={role} drafts={drafts} />
                </td>
              ))}
            </tr>
          </tbody>
          {(Object.keys(THEMES) as Theme[]).map((theme) => (
            <tbody key={theme}>
              <tr>
                <th scope="rowgroup" colSpan={roles.length + 1}>
                  {t(`roles.theme.${theme}`)}
                </th>
              </tr>
              {THEMES[theme].map((resource) => (
                <tr key={resource}>
                  <th scope="row">{t(`roles.resources.${resource}`)}</th>
                  {roles.map((role) => (
                    <Cell key={role.code} role={role} resource={resource} drafts={drafts} />
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </section>
      <PendingRoles drafts={drafts} holders={holders} />
    </>
  )
}

/** Whether the administrator may change the role. */
function useMayChange(role: Role): boolean {
  const session = useSession()
  return mayAdmin(session, 'roles:write') && holdsAll(session, role.permissions)
}

function RoleHead({ role, holders }: { role: Role; holders: number }) {
  const t = useWords(directoryWords)
  const session = useSession()
  const isBeyond = !holdsAll(session, role.permissions)
  return (
    <div className={classes.role}>
      <Group gap={4} wrap="nowrap">
        <Text component="span" fw={600} size="sm">
          {role.name}
        </Text>
        {isBeyond ? (
          <Tooltip label={t('roles.beyond')}>
            <IconLock size={14} role="img" aria-label={t('roles.beyond')} />
          </Tooltip>
        ) : (
          mayAdmin(session, 'roles:write') && <RoleMenu role={role} holders={holders} />
        )}
      </Group>
      <Text component="span" size="xs" c="dimmed">
        {holders === 0 && t('roles.nobody')}
        {holders > 0 && (
          <AppLink href={`/portal/admin/people?role=${encodeURIComponent(role.code)}`}>
            {t('roles.holders', { count: holders })}
          </AppLink>
        )}
      </Text>
    </div>
  )
}

function EverythingCell({ role, drafts }: { role: Role; drafts: Drafts }) {
  const t = useWords(directoryWords)
  const session = useSession()
  const mayChange = useMayChange(role)
  return (
    <div className={classes.checks}>
      <Checkbox
        aria-label={`${role.name}: ${t('roles.everything')}`}
        checked={drafts.isEverything(role)}
        disabled={!mayChange || !mayDoEverything(session)}
        onChange={(event) => drafts.setEverything(role, event.currentTarget.checked)}
      />
    </div>
  )
}

function Cell({ role, resource, drafts }: { role: Role; resource: Resource; drafts: Drafts }) {
  const t = useWords(directoryWords)
  const session = useSession()
  const mayChange = useMayChange(role)
  const change = drafts.changeOf(role)
  const isChanged = actionsOf(resource).some((action) =>
    [...(change?.gains ?? []), ...(change?.loses ?? [])].includes(`${resource}:${action}`),
  )
  return (
    <td data-changed={isChanged || undefined}>
      <div className={classes.checks}>
        {actionsOf(resource).map((action) => (
          <Checkbox
            key={action}
            size="xs"
            label={t(`roles.${action}`)}
            aria-label={t('roles.cell', {
              role: role.name,
              action: t(`roles.${action}`),
              resource: t(`roles.resources.${resource}`),
            })}
            checked={drafts.isGiven(role, resource, action)}
            disabled={!mayChange || drafts.isEverything(role) || !mayAdmin(session, `${resource}:${action}`)}
            onChange={() => drafts.toggle(role, `${resource}:${action}`)}
          />
        ))}
      </div>
    </td>
  )
}
