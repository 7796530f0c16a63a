import { Button, Text, ThemeIcon, VisuallyHidden } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconCheck, IconCircleDashed } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, unwrap } from '#kernel/api/api.ts'
import { useSession } from '#kernel/session/session.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { Section } from '#ui/page/Section.tsx'
import classes from './SetupGuide.module.css'
import { managerHomeWords } from './words.ts'

const STEPS = [
  { id: 'company', href: '/portal/admin/organizations' },
  { id: 'people', href: '/portal/admin/people' },
  { id: 'document_types', href: '/portal/admin/document-types' },
  { id: 'upload', href: '/portal/manager/documents/upload' },
  { id: 'invitation', href: '/portal/admin/people?status=no_account' },
] as const

const guideQuery = queryOptions({
  queryKey: ['folders', 'home', 'setup-guide'],
  queryFn: ({ signal }) => unwrap(api.GET('/portal/api/admin/setup_guide', { signal })),
  retry: false,
})

/** The first steps of a new company with what is done of them; gone when all are, or when it was closed. */
export function SetupGuide() {
  const t = useWords(managerHomeWords)
  const { client, person } = useSession()
  const [isClosed, setClosed] = useLocalStorage({
    key: `dossier-setup-guide-${client.id}-${person.technical_id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const { data: done } = useQuery({ ...guideQuery, enabled: !isClosed })
  if (isClosed || !done || STEPS.every(({ id }) => done[id])) return null
  const next = STEPS.find(({ id }) => !done[id])?.id
  const count = STEPS.filter(({ id }) => done[id]).length
  return (
    <div className={classes.guide}>
      <Section
        title={t('guide.title')}
        description={t('guide.progress', { count, total: STEPS.length })}
        actions={
          <Button variant="subtle" size="compact-sm" onClick={() => setClosed(true)}>
            {t('guide.close')}
          </Button>
        }
        flush
      >
        <ol className={classes.steps}>
          {STEPS.map(({ id, href }) => (
            <li key={id} className={classes.step} aria-current={id === next ? 'step' : undefined}>
              <ThemeIcon
                variant={done[id] ? 'filled' : 'light'}
                color={done[id] ? 'green' : 'gray'}
                radius="xl"
                size={26}
              >
                {done[id] ? <IconCheck size={16} aria-hidden /> : <IconCircleDashed size={16} aria-hidden />}
              </ThemeIcon>
              <span className={classes.words}>
                <AppLink href={href} className={classes.link}>
                  {t(`guide.${id}`)}
                </AppLink>
                <VisuallyHidden> ({t(done[id] ? 'guide.done' : 'guide.open')})</VisuallyHidden>
                <Text component="span" size="sm" c="dimmed" display="block">
                  {t(`guide.${id}Text`)}
                </Text>
              </span>
            </li>
          ))}
        </ol>
      </Section>
    </div>
  )
}
