import type { words as english } from '../en/help.ts'

export const words: typeof english = {
  title: 'Ayuda',
  text: 'Dónde encontrar cada cosa y a quién preguntar.',
  where: 'Dónde encontrar cada cosa',
  places: {
    employeeDocuments: {
      title: 'Documentos',
      text: 'Lo que su empresa ha archivado para usted, como nóminas y contratos.',
    },
    vault: { title: 'Caja fuerte', text: 'Documentos que usted conserva, también después de dejar la empresa.' },
    employeeRequests: { title: 'Solicitudes', text: 'Pida algo a RR.\u00a0HH. y siga la respuesta.' },
    toSign: { title: 'Por firmar', text: 'Documentos que esperan su firma.' },
    articles: { title: 'Artículos', text: 'Las normas y las respuestas de su empresa.' },
    profile: { title: 'Mi perfil', text: 'Su idioma, su correo electrónico y su contraseña.' },
    requests: { title: 'Solicitudes', text: 'Responda a lo que piden los empleados, asígnelo y ciérrelo.' },
    employees: {
      title: 'Empleados',
      text: 'El expediente de cada empleado: documentos, solicitudes, notas, firmas.',
    },
    upload: { title: 'Subir documentos', text: 'Archive documentos en los expedientes de los empleados.' },
    distributions: { title: 'Distribuciones', text: 'Entregue nóminas y cartas a muchos empleados a la vez.' },
    signatures: {
      title: 'Firmas',
      text: 'Pida la firma de documentos a empleados, responsables y personas externas.',
    },
    people: { title: 'Personas', text: 'Añada empleados y responsables, invítelos y desactive accesos.' },
    roles: { title: 'Roles', text: 'Qué pueden consultar y modificar los responsables.' },
  },
  keys: {
    title: 'Teclado',
    search: 'Buscar en todas partes',
    move: 'Ir al elemento siguiente o anterior',
    open: 'Abrir o elegir el elemento activo',
    close: 'Cerrar una ventana o un menú',
  },
  ask: {
    title: 'A quién preguntar',
    employee:
      'Para cualquier duda sobre sus documentos, su nómina o sus datos, diríjase a su departamento de RR.\u00a0HH.',
    request: 'Enviar una solicitud a RR.\u00a0HH.',
    manager: 'Los roles y los accesos los asignan los administradores de su empresa.',
    docs: 'Documentación de la API para integraciones',
  },
}
