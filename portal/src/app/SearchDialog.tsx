import './search-providers.ts'
import { Modal } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowRight, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { useLanguage, useWords, wordOf } from './i18n.ts'
import type { NavigationGroup } from './navigation.ts'
import classes from './SearchDialog.module.css'
import { type SearchHit, searchProviders } from './search.ts'
import { useSession } from './session.ts'

type SearchDialogProps = { opened: boolean; onClose: () => void; groups: NavigationGroup[] }
type Found = { label: string; hits: SearchHit[] }

/** Search over the places of the navigation and what features know. */
export function SearchDialog({ opened, onClose, groups }: SearchDialogProps) {
  const t = useWords('app')
  return (
    <Modal.Root opened={opened} onClose={onClose} size="lg" centered={false} yOffset="12vh">
      <Modal.Overlay />
      <Modal.Content aria-label={t('search.label')}>
        <Modal.Body p={0}>
          <SearchBox groups={groups} onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function SearchBox({ groups, onClose }: Omit<SearchDialogProps, 'opened'>) {
  const t = useWords('app')
  const router = useRouter()
  const id = useId()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const { found, isSearching } = useFound(query, groups)
  const hits = found.flatMap((group) => group.hits)
  const optionId = (place: number) => `${id}-${place}`

  const open = (hit: SearchHit | undefined) => {
    if (!hit) return
    onClose()
    router.history.push(hit.href)
  }
  const press = (event: KeyboardEvent) => {
    const count = hits.length
    if (event.key === 'ArrowDown') setAt(count ? (at + 1) % count : 0)
    else if (event.key === 'ArrowUp') setAt(count ? (at - 1 + count) % count : 0)
    else if (event.key === 'Enter') open(hits[at])
    else return
    event.preventDefault()
  }

  let place = -1
  return (
    <div className={classes.box}>
      <div className={classes.line}>
        <IconSearch size={19} stroke={1.75} aria-hidden />
        <input
          data-autofocus
          className={classes.input}
          role="combobox"
          aria-expanded={hits.length > 0}
          aria-controls={id}
          aria-activedescendant={hits[at] ? optionId(at) : undefined}
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={press}
        />
      </div>
      <div id={id} role="listbox" aria-label={t('search.label')} className={classes.list}>
        {found.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
          <div key={group.label} role="group" aria-label={group.label}>
            <p className={classes.group} aria-hidden>
              {group.label}
            </p>
            {group.hits.map((hit) => {
              place += 1
              const own = place
              return (
                // biome-ignore lint/a11y: the field has the focus and listens to the keys
                <div
                  key={hit.id}
                  id={optionId(own)}
                  role="option"
                  aria-selected={own === at}
                  className={classes.hit}
                  onMouseMove={() => setAt(own)}
                  onClick={() => open(hit)}
                >
                  <span className={classes.title}>{hit.title}</span>
                  {hit.text && <span className={classes.text}>{hit.text}</span>}
                  <IconArrowRight size={16} aria-hidden className={classes.arrow} />
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <p className={classes.foot} role="status">
        {isSearching && t('search.searching')}
        {!isSearching && query !== '' && hits.length === 0 && t('search.none', { query })}
        {!isSearching && query !== '' && hits.length > 0 && t('search.found', { count: hits.length })}
        {query === '' && t('search.hint')}
      </p>
    </div>
  )
}

/** Pages whose name fits, and what the providers find a moment after the typing stops. */
function useFound(query: string, groups: NavigationGroup[]): { found: Found[]; isSearching: boolean } {
  const t = useWords('app')
  const language = useLanguage()
  const { person } = useSession()
  const [settled] = useDebouncedValue(query.trim(), 200)
  const asked = useQuery({
    queryKey: ['search', person.scope, language, settled],
    enabled: settled.length > 1,
    queryFn: async ({ signal }): Promise<Found[]> => {
      const providers = searchProviders(person.scope)
      const answers = await Promise.allSettled(providers.map((provider) => provider.search(settled, signal)))
      return answers.flatMap((answer, index) => {
        const provider = providers[index]
        return answer.status === 'fulfilled' && provider && answer.value.length > 0
          ? [{ label: provider.label(language), hits: answer.value }]
          : []
      })
    },
  })
  const wanted = plain(query)
  const pages = groups
    .flatMap((group) =>
      group.entries.map((entry) => ({
        id: `${group.id}/${entry.id}`,
        title: wordOf(group.words, entry.label),
        href: entry.path,
      })),
    )
    .filter((page) => plain(page.title).includes(wanted))
  const found = [
    ...(pages.length > 0 ? [{ label: t('search.pages'), hits: pages }] : []),
    ...(settled.length > 1 ? (asked.data ?? []) : []),
  ]
  return { found, isSearching: asked.isFetching }
}

/** Without accents and capitals. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim()
}
