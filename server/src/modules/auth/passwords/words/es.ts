import type { PasswordMailWords } from '#modules/auth/passwords/password-mail.ts'

export const words: PasswordMailWords = {
  subject: { first: 'Su acceso a Dossier: elija una contraseña', again: 'Elija una contraseña nueva' },
  first: (name, client, scope) =>
    `Hola, ${name}: ${client} le da acceso a ${scope === 'manager' ? 'los documentos y las solicitudes de sus equipos' : 'sus documentos y solicitudes'}. Elija una contraseña para empezar.`,
  again: (name, client, scope) =>
    `Hola, ${name}: se ha solicitado una contraseña nueva para su acceso de ${scope === 'manager' ? 'responsable' : 'empleado'} en ${client}.`,
  lasts: {
    first: 'El enlace se puede usar una sola vez, durante siete días.',
    again:
      'El enlace se puede usar una sola vez, durante una hora. Hasta entonces, su contraseña anterior sigue vigente.',
  },
  action: { first: 'Elegir una contraseña', again: 'Elegir una contraseña nueva' },
  footer: {
    first: 'Recibe este correo porque su empresa le ha abierto un acceso. No comparta nunca el enlace.',
    again:
      'Si no lo ha solicitado, puede ignorar este correo: nadie puede entrar sin este enlace. No lo comparta nunca.',
  },
}
