import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type Ref, Suspense, useId, useImperativeHandle, useRef, useState } from 'react'
import { appWords } from '#app/words.ts'
import { lazyComponent } from '#kernel/pages/lazy-page.ts'
import type { NavigationGroup } from '#kernel/pages/navigation-entry.ts'
import { useWords } from '#ui/language/words.ts'
import classes from './SearchDialog.module.css'

const SearchResults = lazyComponent(() => import('./SearchResults.tsx').then((module) => module.SearchResults))

export type SearchControl = { open(): void }
type SearchDialogProps = { control: Ref<SearchControl>; groups: NavigationGroup[] }

/** What was typed, which hit the arrow keys are at (it may lie beyond the last), and whether it is to be opened. */
type Typed = { query: string; at: number; isOpening: boolean }
const NOTHING: Typed = { query: '', at: 0, isOpening: false }

/**
 * Search over the places of the navigation and what features know. The field is always there, so that it takes the letters
 * that follow the shortcut at once; what shows the results is loaded meanwhile.
 */
export function SearchDialog({ control, groups }: SearchDialogProps) {
  const t = useWords(appWords)
  const id = useId()
  const { dialog, field, isOpen, typed, type, moveTo, press, close } = useTyped(control)
  const [shown, setShown] = useState<{ count: number; at: number }>({ count: 0, at: 0 })
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it too
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-label={t('search.label')}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) close()
      }}
    >
      <div className={classes.line}>
        <IconSearch size={19} stroke={1.75} aria-hidden />
        <input
          ref={field}
          className={classes.input}
          role="combobox"
          aria-expanded={shown.count > 0}
          aria-controls={id}
          aria-activedescendant={isOpen && shown.count > 0 ? `${id}-${shown.at}` : undefined}
          aria-label={t('search.label')}
          placeholder={t('search.placeholder')}
          autoComplete="off"
          maxLength={200}
          value={typed.query}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={press}
        />
      </div>
      {isOpen && (
        <Suspense fallback={<p className={classes.foot}>{t('search.searching')}</p>}>
          <SearchResults
            id={id}
            groups={groups}
            {...typed}
            onPoint={(at) => moveTo(() => at)}
            onShown={setShown}
            onClose={close}
          />
        </Suspense>
      )}
    </dialog>
  )
}

/** Opens and closes the dialog, and follows what is typed into its field. */
function useTyped(control: Ref<SearchControl>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState(NOTHING)

  useImperativeHandle(control, () => ({
    open() {
      if (dialog.current && !dialog.current.open) dialog.current.showModal()
      field.current?.focus()
      field.current?.select()
      setOpen(true)
    },
  }))
  const close = () => {
    setTyped(NOTHING)
    setOpen(false)
    // At once, not with the next frame: the field would keep the next shortcut to itself.
    field.current?.blur()
    dialog.current?.close()
  }
  const moveTo = (next: (at: number) => number) => setTyped((old) => ({ ...old, at: next(old.at), isOpening: false }))
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') moveTo((at) => at + 1)
    else if (event.key === 'ArrowUp') moveTo((at) => at - 1)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) setTyped((old) => ({ ...old, isOpening: true }))
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }
  const type = (query: string) => setTyped({ query, at: 0, isOpening: false })
  return { dialog, field, isOpen, typed, type, moveTo, press, close }
}
