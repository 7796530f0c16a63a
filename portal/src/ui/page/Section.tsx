import { Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './Section.module.css'

type SectionProps = {
  title?: string
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
  /** Of the heading; 2 unless the section lies in another. */
  order?: 2 | 3 | 4
  /** Without inner space, for tables and lists that reach the edges. */
  flush?: boolean
}

/** A card that holds one subject of a page, named by its heading. */
export function Section({ title, description, actions, children, order = 2, flush = false }: SectionProps) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={title ? id : undefined}>
      {(title || actions) && (
        <div className={classes.head}>
          <div className={classes.words}>
            {title && (
              <Title order={order} size="h4" id={id}>
                {title}
              </Title>
            )}
            {description && (
              <Text component="div" size="sm" c="dimmed">
                {description}
              </Text>
            )}
          </div>
          {actions && <div className={classes.actions}>{actions}</div>}
        </div>
      )}
      <div className={flush ? undefined : classes.body}>{children}</div>
    </section>
  )
}
