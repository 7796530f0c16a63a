import type { words as english } from '../en/link.ts'

export const words: typeof english = {
  title: 'Sus datos personales',
  text: '{{client}} ha preparado una copia de todo lo que se conserva sobre usted. Para protegerla, primero le enviamos un código por correo.',
  open: 'Abrir mis datos',
  ready: 'La copia de sus datos está lista',
  readyText:
    'Contiene todo lo que {{client}} conserva sobre usted: una página para leer, sus documentos y los propios datos.',
  facts: 'Archivo ZIP, {{size}}',
  until: 'Disponible hasta el {{date}}',
  download: 'Descargar',
  care: 'Guárdela en un lugar que solo usted pueda abrir. En un dispositivo compartido, elimine después el archivo.',
  goneTitle: 'Este enlace no funciona',
  gone: 'Es posible que el enlace esté incompleto o haya caducado, o que se haya introducido demasiadas veces un código incorrecto. Pida uno nuevo a Recursos Humanos.',
}
