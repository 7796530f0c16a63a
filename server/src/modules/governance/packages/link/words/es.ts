import type { PackageMailWords } from '#modules/governance/packages/link/mail-words.ts'

export const words: PackageMailWords = {
  subject: 'Sus datos personales están listos',
  hello: (name) => `Hola, ${name}:`,
  ready: ({ company }) =>
    `el paquete con todo lo que ${company} conserva sobre usted está listo. Contiene sus datos, los archivos originales y una página que puede leer sin conexión a internet.`,
  atPortal: 'Inicie sesión para descargarlo.',
  byLink: 'El enlace es solo para usted. Al abrirlo, se envía un código a esta dirección.',
  open: 'Abrir mis datos',
  facts: { from: 'De', until: 'Disponible hasta', oneTimeCode: 'Código' },
  footer: 'Recibe este correo porque se ha solicitado una copia de sus datos personales.',
  codeSubject: 'Su código para abrir sus datos',
  code: 'utilice este código para descargar la copia de sus datos personales.',
  codeLasts: 'Es válido durante diez minutos. Nunca se lo pediremos.',
  codeFooter: 'Si no lo ha solicitado, puede ignorar este correo.',
}
