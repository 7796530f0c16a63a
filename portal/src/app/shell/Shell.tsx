import { ActionIcon, Burger, Kbd, UnstyledButton } from '@mantine/core'
import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { Suspense, useRef, useState } from 'react'
import { type SearchControl, SearchDialog } from '#app/search/SearchDialog.tsx'
import { useSearchShortcuts } from '#app/search/search-shortcuts.ts'
import { appWords } from '#app/words.ts'
import { lazyComponent } from '#kernel/pages/lazy-page.ts'
import type { NavigationGroup } from '#kernel/pages/navigation-entry.ts'
import { registeredFeatures } from '#kernel/pages/registry.ts'
import { homeOf, useSaveLanguage, useSession } from '#kernel/session/session.ts'
import { HeaderAppearanceMenu, HeaderLanguageMenu } from '#shared/public-page/HeaderMenus.tsx'
import { Mark } from '#shared/public-page/Mark.tsx'
import { AccountButton } from '#shared/public-page/MenuButtons.tsx'
import { MenuOnDemand, type MenuStart } from '#shared/public-page/MenuOnDemand.tsx'
import { LoadingPage } from '#ui/feedback/LoadingState.tsx'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { AppLink } from '#ui/page/AppLink.tsx'
import { SiteName } from '#ui/page/page-title.ts'
import { NavigationList } from './NavigationList.tsx'
import { employeeNavigation, loadAccountEntries, loadManagerNavigation } from './navigation.ts'
import classes from './Shell.module.css'
import { TabBar } from './TabBar.tsx'

const loadAccount = async () => {
  const [{ AccountMenu }, entries] = await Promise.all([import('./AccountMenu.tsx'), loadAccountEntries()])
  return (start: MenuStart) => <AccountMenu {...start} entries={entries} />
}
const NOTHING = {}
const NavigationDrawer = lazyComponent(() => import('./NavigationDrawer.tsx').then((module) => module.NavigationDrawer))

/** What surrounds every page behind the log-in. */
export function Shell() {
  const t = useWords(appWords)
  const session = useSession()
  const [drawer, setDrawer] = useDisclosure(false)
  const [wasDrawn, setWasDrawn] = useState(false)
  const search = useRef<SearchControl>(null)
  const [isNarrow, setNarrow] = useLocalStorage({
    key: 'dossier-narrow-navigation',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const isEmployee = session.person.scope === 'employee'
  const groups = useNavigation()

  const toggleDrawer = () => {
    setWasDrawn(true)
    setDrawer.toggle()
  }
  const openSearch = () => search.current?.open()
  useSearchShortcuts(openSearch)

  return (
    <SiteName value={session.client.name}>
      <a href="#content" className={classes.skip}>
        {t('skip')}
      </a>
      <div
        className={classes.shell}
        data-narrow={isNarrow || undefined}
        data-tabs={(isEmployee && isPhone) || undefined}
      >
        <header className={classes.header}>
          {isPhone && (
            <Burger
              size="sm"
              opened={drawer}
              onClick={toggleDrawer}
              aria-label={t('nav.open')}
              aria-expanded={drawer}
            />
          )}
          {isPhone && <Brand {...(drawer ? { onClick: setDrawer.close } : {})} />}
          <SearchButton onClick={openSearch} />
          <div className={classes.tools}>
            {!isPhone && <Preferences />}
            <MenuOnDemand button={(props) => <AccountButton {...props} />} load={loadAccount} props={NOTHING} />
          </div>
        </header>
        {!isPhone && <SideNavigation groups={groups} isNarrow={isNarrow} onFold={() => setNarrow(!isNarrow)} />}
        <main id="content" tabIndex={-1} className={classes.main}>
          <div className={classes.content}>
            {!isEmployee && (
              <Suspense fallback={null}>
                {registeredFeatures().map(({ id, managerNotice: Notice }) => Notice && <Notice key={id} />)}
              </Suspense>
            )}
            <Suspense fallback={<LoadingPage />}>
              <Outlet />
            </Suspense>
          </div>
        </main>
        {isEmployee && isPhone && (
          <div className={classes.bottom}>
            <TabBar />
          </div>
        )}
      </div>
      {isPhone && wasDrawn && (
        <Suspense fallback={null}>
          <NavigationDrawer opened={drawer} onClose={setDrawer.close} groups={groups}>
            <Preferences />
          </NavigationDrawer>
        </Suspense>
      )}
      <SearchDialog control={search} groups={groups} />
    </SiteName>
  )
}

function Brand({ onClick }: { onClick?: () => void }) {
  const session = useSession()
  return (
    <AppLink
      href={homeOf(session)}
      className={classes.brand}
      aria-label={session.client.name}
      {...(onClick ? { onClick } : {})}
    >
      <Mark size={28} />
      <span className={classes.client}>{session.client.name}</span>
    </AppLink>
  )
}

function Preferences() {
  const notify = useNotify()
  const { client } = useSession()
  const saveLanguage = useSaveLanguage()
  return (
    <>
      <HeaderLanguageMenu
        tags={client.languages}
        onChoose={(tag) => saveLanguage.mutate(tag, { onError: (error) => notify.failure(error) })}
      />
      <HeaderAppearanceMenu />
    </>
  )
}

function SearchButton({ onClick }: { onClick: () => void }) {
  const t = useWords(appWords)
  return (
    <UnstyledButton className={classes.search} onClick={onClick} aria-keyshortcuts="Control+K /">
      <IconSearch size={17} stroke={1.75} aria-hidden />
      <span className={classes.hidden}>{t('search.open')}</span>
      <span className={classes.searchText}>{t('search.placeholder')}</span>
      <Kbd size="xs" className={classes.searchKey}>
        Ctrl K
      </Kbd>
    </UnstyledButton>
  )
}

type SideNavigationProps = { groups: NavigationGroup[]; isNarrow: boolean; onFold: () => void }

function SideNavigation({ groups, isNarrow, onFold }: SideNavigationProps) {
  const t = useWords(appWords)
  const FoldIcon = isNarrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <nav className={classes.side} aria-label={t('nav.label')}>
      <Brand />
      <div className={classes.scroll}>
        <NavigationList groups={groups} narrow={isNarrow} />
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        c="dimmed"
        size={36}
        className={classes.fold ?? ''}
        onClick={onFold}
        aria-label={t(isNarrow ? 'nav.widen' : 'nav.narrow')}
      >
        <FoldIcon size={19} stroke={1.75} aria-hidden />
      </ActionIcon>
    </nav>
  )
}

function useNavigation() {
  const session = useSession()
  const { person, permissions, admin_permissions } = session
  const loaded = useQuery({
    queryKey: ['navigation', person.scope, permissions, admin_permissions],
    queryFn: () => loadManagerNavigation(session),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: person.scope === 'manager',
  })
  return person.scope === 'employee' ? employeeNavigation() : (loaded.data ?? [])
}
