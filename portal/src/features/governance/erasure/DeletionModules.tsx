import { Button, Progress, Text } from '@mantine/core'
import {
  IconActivity,
  IconFileText,
  IconId,
  IconLock,
  IconLogin2,
  IconMail,
  IconMessages,
  IconNote,
  IconSend,
  IconShieldCheck,
  IconSignature,
  type TablerIcon,
} from '@tabler/icons-react'
import { useState } from 'react'
import { erasureWords } from '#features/governance/words.ts'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { useKnownWord, useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import { Figures } from '#ui/text/Figures.tsx'
import type { Deletion, DeletionModule } from './erasure.api.ts'
import classes from './erasure.module.css'
import { KeptGroups } from './KeptGroups.tsx'
import { totalsOf } from './state.ts'
import { useCounted } from './use-counted.ts'

const ICONS: Record<string, TablerIcon> = {
  directory: IconId,
  accounts: IconLogin2,
  documents: IconFileText,
  vault: IconLock,
  requests: IconMessages,
  notes: IconNote,
  signatures: IconSignature,
  distributions: IconSend,
  mails: IconMail,
  events: IconActivity,
  audit: IconShieldCheck,
}

/** What each part of the service has of it: what goes, what is kept, why and until when. */
export function DeletionModules({ deletion: { modules, status } }: { deletion: Deletion }) {
  const t = useWords(erasureWords)
  const { goes, kept } = totalsOf(modules)
  const done = modules.filter((one) => one.status === 'done').length
  return (
    <div>
      {modules.length > 0 && (
        <div className={classes.figures}>
          <Figures
            figures={[
              { label: t(status === 'completed' ? 'parts.went' : 'parts.goes'), value: goes },
              { label: t('parts.kept'), value: kept, tone: kept > 0 ? 'warning' : undefined },
            ]}
          />
        </div>
      )}
      {status === 'processing' && (
        <Progress
          value={(100 * done) / Math.max(1, modules.length)}
          aria-label={t('parts.progress')}
          mb="lg"
          animated
        />
      )}
      <Section title={t('parts.title')} flush>
        {modules.length === 0 && (
          <Text p="lg" size="sm" c="dimmed">
            {t('parts.none')}
          </Text>
        )}
        <ul className={classes.modules}>
          {modules.map((module) => (
            <li key={module.id} className={classes.module}>
              <Part module={module} />
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}

const TONES: Record<DeletionModule['status'], Tone> = {
  allowed: 'info',
  rejected: 'warning',
  done: 'good',
  error: 'bad',
}

function Part({ module: { id, status, resources, kept, error } }: { module: DeletionModule }) {
  const t = useWords(erasureWords)
  const known = useKnownWord(erasureWords)
  const counted = useCounted()
  const [isOpen, setOpen] = useState(false)
  const Icon = ICONS[id] ?? IconFileText
  const isNothing = resources.length === 0 && kept.length === 0
  const isPart = status === 'allowed' && kept.length > 0
  return (
    <>
      <span className={classes.partIcon}>
        <Icon size={18} stroke={1.75} aria-hidden />
      </span>
      <div className={classes.part}>
        <div className={classes.partHead}>
          <h3 className={classes.partName}>{known(`modules.${id}`) ?? id}</h3>
          {isNothing && status === 'allowed' ? (
            <StatusBadge>{t('parts.nothing')}</StatusBadge>
          ) : (
            <StatusBadge tone={isPart ? 'warning' : TONES[status]}>
              {t(isPart ? 'moduleStatus.partly' : `moduleStatus.${status}`)}
            </StatusBadge>
          )}
        </div>
        {resources.length > 0 && (
          <Text size="sm" c="dimmed">
            {resources.map(counted).join(' · ')}
          </Text>
        )}
        {error && (
          <Text size="sm" c="var(--mantine-color-error)">
            {error}
          </Text>
        )}
        {kept.length > 0 && <KeptGroups kept={kept} areItemsShown={isOpen} />}
        {kept.some(({ resource_type }) => resource_type !== 'employee') && (
          <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t('parts.hide') : t('parts.show', { count: kept.length })}
          </Button>
        )}
      </div>
    </>
  )
}
