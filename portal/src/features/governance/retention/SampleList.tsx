import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { pageOf } from '#features/governance/holds/scope-form.ts'
import { useItemName } from '#features/governance/holds/use-item-name.ts'
import { retentionWords } from '#features/governance/words.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { namesQuery, type ResourceType } from './retention.api.ts'
import classes from './retention.module.css'

const SHOWN = 5

/** Some of what falls due, to look at. */
export function SampleList({ type, ids }: { type: ResourceType; ids: string[] }) {
  const t = useWords(retentionWords)
  const nameOf = useItemName()
  const { data = [] } = useQuery(namesQuery(type, ids.slice(0, SHOWN)))
  if (data.length === 0) return null
  return (
    <div className={classes.share}>
      <Text component="h3" size="sm" fw={600}>
        {t('simulator.samples')}
      </Text>
      <ul>
        {data.map((item) => {
          const page = pageOf(item)
          const { name, detail } = nameOf(item)
          return (
            <li key={item.resource_id} className={classes.sample}>
              {page ? (
                <AppLink href={page} target="_blank" className={classes.link}>
                  {name}
                </AppLink>
              ) : (
                name
              )}
              <Text component="span" size="xs" c="dimmed" display="block">
                {detail}
              </Text>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
