/** What a search found: a line that leads somewhere. */
export type SearchHit = { id: string; title: string; text?: string; href: string }

/** A source of hits for the search of the header; `label` names its group in the language of the person. */
export type SearchProvider = {
  id: string
  /** Who can use it; everyone when it is left out. */
  scope?: 'employee' | 'manager'
  label(language: 'en' | 'fr'): string
  search(query: string, signal: AbortSignal): Promise<SearchHit[]>
}

const providers = new Map<string, SearchProvider>()

/** Adds a source to the search of the header. */
export function registerSearch(provider: SearchProvider): void {
  providers.set(provider.id, provider)
}

export function searchProviders(scope: 'employee' | 'manager'): SearchProvider[] {
  return [...providers.values()].filter((provider) => !provider.scope || provider.scope === scope)
}
