import type { ConfirmationMailWords } from '#modules/auth/accounts/confirmation-mail.ts'

export const words: ConfirmationMailWords = {
  subject: 'Confirme su nueva dirección de acceso',
  old: (name, client, email) =>
    `Hola, ${name}: ha pedido iniciar sesión en ${client} con ${email} a partir de ahora. Confirme que ha sido usted.`,
  new: (client, email) =>
    `Alguien ha pedido iniciar sesión en ${client} con ${email} a partir de ahora. Confírmelo si ha sido usted.`,
  both: 'La dirección cambia cuando se confirma desde el buzón antiguo y desde el nuevo, en un plazo de 24 horas. Después se cerrará su sesión en todos los dispositivos.',
  action: { old: 'Sí, cambiar mi dirección', new: 'Confirmar esta dirección' },
  footer: {
    old: 'Si no ha sido usted, no confirme: su dirección no cambiará. Cambie su contraseña y avise a su departamento de RR.\u00a0HH.',
    new: 'Si no ha sido usted, puede ignorar este correo: sin su confirmación no cambia nada.',
  },
}
