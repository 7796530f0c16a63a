import type { words as english } from '../en/mails.ts'

export const words: typeof english = {
  mails: {
    title: 'Correos',
    text: 'Los correos enviados en los últimos 90 días. Su contenido no se conserva.',
    search: 'Buscar por destinatario o asunto',
    status: 'Resultado',
    sent: 'Enviado',
    written: 'En la carpeta de correo',
    failed: 'Fallido',
    table: 'Correos',
    recipient: 'Destinatario',
    subject: 'Asunto',
    kind: 'Sobre',
    when: 'Fecha',
    attempts_one: 'tras {{count}} intento',
    attempts_other: 'tras {{count}} intentos',
    emptyTitle: 'Todavía no hay correos',
    emptyText: 'Los correos sobre solicitudes, distribuciones, recordatorios y accesos aparecen aquí una vez enviados.',
    noneTitle: 'Sin resultados',
    noneText: 'Pruebe con otras palabras o muestre todos los correos.',
    all: 'Mostrar todos los correos',
    about: {
      request: 'Solicitud',
      delivery: 'Entrega',
      reminder: 'Recordatorio',
      password: 'Contraseña',
      signature: 'Firma',
      code: 'Código de firma',
      webhook_disabled: 'Webhook',
    },
  },
}
