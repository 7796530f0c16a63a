import type { CodeMailWords } from '#modules/auth/account-links/code-mail.ts'

export const words: CodeMailWords = {
  subject: (code) => `${code} es su código para vincular dos accesos`,
  heading: 'Vincular sus accesos',
  text: (name, askedBy) =>
    `Hola, ${name}: ${askedBy} quiere vincular su acceso con el de usted. Si ambos son suyos, introduzca el código en la página donde lo solicitó.`,
  label: 'Código',
  lasts: 'Funciona una sola vez, durante diez minutos, y solo en el navegador que lo solicitó.',
  footer: 'Si no ha sido usted, no comparta el código: cualquier persona que lo tenga puede pasar a su acceso.',
}
