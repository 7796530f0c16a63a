import { createContext, useContext, useEffect } from 'react'

/** What follows the name of the page in the title of the window. */
export const SiteName = createContext('Dossier')

/** Names the page in the title of the window. */
export function usePageTitle(title: string): void {
  const site = useContext(SiteName)
  useEffect(() => {
    if (title) document.title = title === site ? site : `${title} · ${site}`
  }, [title, site])
}
