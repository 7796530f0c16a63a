import type { CertificateWords } from '#modules/governance/disposals/certificate/certificate-words.ts'

export const words: CertificateWords = {
  title: 'Certificado de destrucción',
  intro: (company) =>
    `${company} ha eliminado los elementos siguientes, cuyo plazo de conservación había terminado. Cada archivo se identifica por su SHA-256. Todas las horas están en UTC.`,
  proof: (sha256) => `El certificado completo es un archivo JSON con su propio sello. Su SHA-256 es ${sha256}.`,
  more: (shown, all) => `Aquí figuran los primeros ${shown} de ${all} elementos; el archivo JSON los contiene todos.`,
  policy: 'Regla',
  facts: {
    name: 'Nombre',
    id: 'Código',
    basis: 'Base legal',
    disposal: 'Eliminación',
    gathered: 'Reunida el',
    done: 'Eliminados',
    kept: 'Conservados',
    gone: 'Ya ausentes',
  },
  approvals: 'Aprobada por',
  approved: (items) => (items === 1 ? '1 elemento' : `${items} elementos`),
  items: 'Elementos',
  outcomes: {
    removed: 'bytes eliminados',
    in_vault: 'conservado en la caja fuerte del empleado',
    shared: 'pertenece también a otro archivo',
  },
  footer: (id) => `Certificado de destrucción · ${id}`,
}
