import { useQuery } from '@tanstack/react-query'
import { api, unwrap } from '#kernel/api/api.ts'
import { useFormat } from '#ui/language/format.ts'
import rows from '#ui/lists/Rows.module.css'
import { AppLink } from '#ui/page/AppLink.tsx'
import { DOCUMENTS_KEY, useTypeName } from './folders.api.ts'
import classes from './folders.module.css'

/** How many documents of each type are in a folder, by the names of the types. */
export function useFolderCounts(id: string) {
  const nameOf = useTypeName()
  const query = useQuery({
    queryKey: [...DOCUMENTS_KEY, 'counts', id],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/portal/api/manager/employees/{technical_id}/document_counts', {
          params: { path: { technical_id: id } },
          signal,
        }),
      ),
  })
  const types = (query.data?.types ?? [])
    .map(({ document_type_code: code, count }) => ({ code, count, label: nameOf(code) }))
    .toSorted((left, right) => left.label.localeCompare(right.label))
  return { types, trashed: query.data?.trashed ?? 0, isPending: query.isPending }
}

type Item = { key: string; label: string; href: string; count?: number | undefined; isCurrent: boolean }

/** Types of documents beside a list of documents, each a link that narrows it. */
export function TypeList({ label, items }: { label: string; items: Item[] }) {
  const format = useFormat()
  return (
    <nav aria-label={label} className={classes.types}>
      {items.map(({ key, label, href, count, isCurrent }) => (
        <AppLink key={key} href={href} className={classes.type} aria-current={isCurrent ? 'true' : undefined}>
          <span className={rows.grow}>{label}</span>
          {count !== undefined && <span className={classes.count}>{format.number(count)}</span>}
        </AppLink>
      ))}
    </nav>
  )
}
