import type { words as english } from '../en/employee-home.ts'

export const words: typeof english = {
  morning: 'Buenos días, {{name}}',
  afternoon: 'Buenas tardes, {{name}}',
  evening: 'Buenas noches, {{name}}',
  text: 'Todo lo que necesita de su empresa, en un solo lugar.',
  search: { label: 'Buscar artículos, formularios, documentos y solicitudes', button: 'Buscar' },
  actions: {
    label: 'Acciones rápidas',
    request: 'Nueva solicitud',
    requestText: 'Haga una pregunta o pida algo',
    upload: 'Añadir un documento',
    uploadText: 'Envíe un documento a RR.\u00a0HH.',
    vault: 'Mi caja fuerte',
    vaultText: 'Sus nóminas y contratos, solo para usted',
  },
  sign: {
    title: 'Documentos por firmar',
    all: 'Ver todo',
    from: '{{name}} solicita su firma',
    fromUntil: '{{name}} solicita su firma a más tardar el {{date}}',
    waits: 'Por firmar',
  },
  requests: {
    title: 'Solicitudes abiertas',
    all: 'Todas mis solicitudes',
    none: 'No hay solicitudes abiertas',
    noneText: 'Sus preguntas a RR.\u00a0HH. y las respuestas aparecen aquí.',
    make: 'Nueva solicitud',
    due: 'Respuesta hasta el {{date}}',
  },
  documents: {
    title: 'Últimos documentos',
    all: 'Todos mis documentos',
    none: 'Todavía no hay documentos',
    noneText: 'Los documentos que su empresa comparte con usted aparecen aquí.',
    isNew: 'Nuevo',
    vault: 'Caja fuerte',
  },
  articles: { title: 'Conviene saber', all: 'Todos los artículos' },
}
