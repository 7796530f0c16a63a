import { IconCheck, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { deletionWords } from '#features/privacy/words.ts'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import classes from './deletion.module.css'

const GOES = ['records', 'signatures', 'vault', 'account'] as const
const STAYS = ['law', 'legal', 'others', 'trace'] as const
const HOW = ['checked', 'confirmed', 'prepared', 'grace', 'deleted'] as const

/** What a deletion means, before it is asked for. */
export function Consequences() {
  const t = useWords(deletionWords)
  return (
    <>
      <div className={classes.pair}>
        {/* Each stands alone: sections side by side keep no distance to the one before. */}
        <div>
          <Section title={t('goes.title')}>
            <ul className={classes.facts}>
              {GOES.map((name) => (
                <Fact key={name} icon={<IconTrash size={18} stroke={1.75} aria-hidden />}>
                  {t(`goes.${name}`)}
                </Fact>
              ))}
            </ul>
          </Section>
        </div>
        <div>
          <Section title={t('stays.title')}>
            <ul className={classes.facts}>
              {STAYS.map((name) => (
                <Fact key={name} icon={<IconCheck size={18} stroke={1.75} aria-hidden />}>
                  {t(`stays.${name}`)}
                </Fact>
              ))}
            </ul>
          </Section>
        </div>
      </div>
      <div>
        <Section title={t('how.title')}>
          <ol className={classes.how}>
            {HOW.map((name) => (
              <li key={name}>{t(`how.${name}`)}</li>
            ))}
          </ol>
        </Section>
      </div>
    </>
  )
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      {icon}
      <span>{children}</span>
    </li>
  )
}
