import type { NoticeMailWords } from '#modules/directory/accounts/notice-mail.ts'

export const words: NoticeMailWords = {
  subject: {
    linked: 'Se han vinculado sus accesos',
    unlinked: 'Sus accesos ya no están vinculados',
    address: 'Se ha cambiado su dirección de acceso',
  },
  text: {
    linked: (name, client) =>
      `Hola, ${name}: su acceso de empleado y su acceso de responsable en ${client} se han vinculado. A partir de ahora, una persona que haya iniciado sesión en uno puede pasar al otro sin su contraseña.`,
    unlinked: (name, client) =>
      `Hola, ${name}: su acceso de empleado y su acceso de responsable en ${client} ya no están vinculados. Cada uno se abre con su propia contraseña o con el inicio de sesión único.`,
    address: (name, client) =>
      `Hola, ${name}: se ha cambiado la dirección con la que inicia sesión en ${client}. Se ha cerrado su sesión en todos los dispositivos y han terminado los vínculos con otros accesos.`,
  },
  labels: {
    employee: 'Acceso de empleado',
    manager: 'Acceso de responsable',
    old: 'Dirección anterior',
    current: 'Dirección nueva',
    by: 'Realizado por',
  },
  by: {
    user: (name) => name,
    application: (name) => `la aplicación ${name}`,
    system: 'el operador del servicio',
  },
  unexpected: {
    linked:
      'Si no lo esperaba, deshaga el vínculo en su página de perfil y avise de inmediato a su departamento de RR.\u00a0HH.',
    unlinked: 'Si quiere volver a pasar de uno a otro, vincúlelos en su página de perfil.',
    address: 'Si no lo esperaba, avise de inmediato a su departamento de RR.\u00a0HH.',
  },
  action: 'Abrir mi perfil',
  footer: 'Recibe este correo porque afecta a uno de sus accesos.',
}
