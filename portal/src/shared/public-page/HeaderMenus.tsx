import type { LanguageMenuProps } from './LanguageMenu.tsx'
import { AppearanceButton, LanguageButton } from './MenuButtons.tsx'
import { MenuOnDemand } from './MenuOnDemand.tsx'

const loadAppearance = () => import('./AppearanceMenu.tsx').then(({ AppearanceMenu }) => AppearanceMenu)
const loadLanguages = () => import('./LanguageMenu.tsx').then(({ LanguageMenu }) => LanguageMenu)
const NOTHING = {}

export function HeaderAppearanceMenu() {
  return <MenuOnDemand button={(props) => <AppearanceButton {...props} />} load={loadAppearance} props={NOTHING} />
}

export function HeaderLanguageMenu(props: LanguageMenuProps) {
  return <MenuOnDemand button={(given) => <LanguageButton {...given} />} load={loadLanguages} props={props} />
}
