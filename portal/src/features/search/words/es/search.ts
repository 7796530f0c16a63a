import type { words as english } from '../en/search.ts'

export const words: typeof english = {
  title: 'Búsqueda',
  label: 'Buscar artículos, formularios, documentos y solicitudes',
  tabs: 'Tipos de resultados',
  kinds: {
    all: 'Todo',
    articles: 'Artículos',
    forms: 'Formularios',
    documents: 'Documentos',
    requests: 'Solicitudes',
  },
  places: { vault: 'Caja fuerte', company: 'Documento de empresa' },
  found_one: '{{number}} resultado',
  found_other: '{{number}} resultados',
  foundAtLeast: 'Más de {{number}} resultados',
  seeAll: {
    articles: 'Todos los artículos encontrados',
    forms: 'Todos los formularios encontrados',
    documents: 'Todos los documentos encontrados',
    requests: 'Todas las solicitudes encontradas',
  },
  allResults: 'Todos los resultados de «{{q}}»',
  more: 'Mostrar más',
  start: '¿Qué está buscando?',
  startText: 'Escriba una palabra del título, por ejemplo «nómina» o «vacaciones».',
  nothing: 'Sin resultados para «{{q}}»',
  nothingText: 'Pruebe con otra palabra o revise la ortografía. RR.\u00a0HH. también puede ayudarle.',
  askHr: 'Preguntar a RR.\u00a0HH.',
}
