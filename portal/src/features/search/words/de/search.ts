import type { words as english } from '../en/search.ts'

export const words: typeof english = {
  title: 'Suche',
  label: 'Artikel, Formulare, Dokumente und Anträge durchsuchen',
  tabs: 'Art der Ergebnisse',
  kinds: { all: 'Alle', articles: 'Artikel', forms: 'Formulare', documents: 'Dokumente', requests: 'Anträge' },
  places: { vault: 'Tresor', company: 'Firmendokument' },
  found_one: '{{number}} Ergebnis',
  found_other: '{{number}} Ergebnisse',
  foundAtLeast: 'Mehr als {{number}} Ergebnisse',
  seeAll: {
    articles: 'Alle gefundenen Artikel',
    forms: 'Alle gefundenen Formulare',
    documents: 'Alle gefundenen Dokumente',
    requests: 'Alle gefundenen Anträge',
  },
  allResults: 'Alle Ergebnisse für „{{q}}“',
  more: 'Mehr anzeigen',
  start: 'Wonach suchen Sie?',
  startText: 'Geben Sie ein Wort aus einem Titel ein, zum Beispiel „Gehaltsabrechnung“ oder „Urlaub“.',
  nothing: 'Nichts gefunden für „{{q}}“',
  nothingText:
    'Versuchen Sie ein anderes Wort oder prüfen Sie die Schreibweise. Auch die Personalabteilung hilft Ihnen.',
  askHr: 'Personalabteilung fragen',
}
