import type { words as english } from '../en/search.ts'

export const words: typeof english = {
  title: 'Recherche',
  label: 'Rechercher dans les articles, formulaires, documents et demandes',
  tabs: 'Types de résultats',
  kinds: { all: 'Tout', articles: 'Articles', forms: 'Formulaires', documents: 'Documents', requests: 'Demandes' },
  places: { vault: 'Coffre-fort', company: 'Document d’entreprise' },
  found_one: '{{number}} résultat',
  found_other: '{{number}} résultats',
  foundAtLeast: 'Plus de {{number}} résultats',
  seeAll: {
    articles: 'Tous les articles trouvés',
    forms: 'Tous les formulaires trouvés',
    documents: 'Tous les documents trouvés',
    requests: 'Toutes les demandes trouvées',
  },
  allResults: 'Tous les résultats pour «\u00a0{{q}}\u00a0»',
  more: 'Afficher la suite',
  start: 'Que recherchez-vous\u00a0?',
  startText: 'Saisissez un mot du titre, par exemple «\u00a0bulletin\u00a0» ou «\u00a0congés\u00a0».',
  nothing: 'Aucun résultat pour «\u00a0{{q}}\u00a0»',
  nothingText: 'Essayez un autre mot ou vérifiez l’orthographe. Les RH peuvent aussi vous aider.',
  askHr: 'Contacter les RH',
}
