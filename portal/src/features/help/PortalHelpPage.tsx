import { Kbd, Text } from '@mantine/core'
import { may, mayAdmin } from '#kernel/session/permissions.ts'
import type { Session } from '#kernel/session/session.api.ts'
import { useSession } from '#kernel/session/session.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { Section } from '#ui/page/Section.tsx'
import classes from './Help.module.css'
import { helpWords } from './words.ts'

/** Where things are, the keys, and whom to ask. */
export function PortalHelpPage() {
  const t = useWords(helpWords)
  const session = useSession()
  const isEmployee = session.person.scope === 'employee'
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} />
      <Section title={t('where')}>
        <dl className={classes.places}>
          {placesFor(session).map(({ id, href }) => (
            <div key={id}>
              <dt>
                <AppLink href={href}>{t(`places.${id}.title`)}</AppLink>
              </dt>
              <dd>{t(`places.${id}.text`)}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title={t('keys.title')}>
        <table className={classes.keys}>
          <tbody>
            {(['search', 'move', 'open', 'close'] as const).map((id) => (
              <tr key={id}>
                <th scope="row">{t(`keys.${id}`)}</th>
                <td>
                  {KEYS[id].map((combination) => (
                    <span key={combination.join()} className={classes.combination}>
                      {combination.map((key) => (
                        <Kbd key={key}>{key}</Kbd>
                      ))}
                    </span>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title={t('ask.title')}>
        <Text>{t(isEmployee ? 'ask.employee' : 'ask.manager')}</Text>
        {isEmployee && (
          <Text mt="sm">
            <AppLink href="/portal/requests/new">{t('ask.request')}</AppLink>
          </Text>
        )}
        {!isEmployee && mayAdmin(session, 'applications:read') && (
          <Text mt="sm">
            <a href="/docs">{t('ask.docs')}</a>
          </Text>
        )}
      </Section>
    </>
  )
}

const KEYS = {
  search: [['Ctrl', 'K'], ['/']],
  move: [['Tab'], ['Shift', 'Tab']],
  open: [['Enter']],
  close: [['Esc']],
}

const EMPLOYEE_PLACES = [
  { id: 'employeeDocuments', href: '/portal/documents' },
  { id: 'vault', href: '/portal/vault' },
  { id: 'employeeRequests', href: '/portal/requests' },
  { id: 'toSign', href: '/portal/signatures' },
  { id: 'articles', href: '/portal/articles' },
  { id: 'profile', href: '/portal/profile' },
] as const

const MANAGER_PLACES = [
  { id: 'requests', href: '/portal/manager/requests', permission: 'requests:read' },
  { id: 'employees', href: '/portal/manager/employees', permission: 'employees:read' },
  { id: 'upload', href: '/portal/manager/documents/upload', permission: 'employee_documents:write' },
  { id: 'distributions', href: '/portal/manager/distributions', permission: 'distributions:read' },
  { id: 'signatures', href: '/portal/manager/signatures', permission: 'signatures:read' },
  { id: 'people', href: '/portal/admin/people', permission: 'users:read' },
  { id: 'roles', href: '/portal/admin/roles', permission: 'roles:read' },
  { id: 'profile', href: '/portal/profile' },
] as const

function placesFor(session: Session) {
  if (session.person.scope === 'employee') return EMPLOYEE_PLACES
  return MANAGER_PLACES.filter((place) => {
    if (!('permission' in place)) return true
    const isAllowed = place.href.startsWith('/portal/admin') ? mayAdmin : may
    return isAllowed(session, place.permission)
  })
}
