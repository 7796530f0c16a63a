import type { SignatureMailWords } from '#modules/signatures/mails/mail-words.ts'

export const words: SignatureMailWords = {
  subject: {
    asked: (title) => `Por firmar: ${title}`,
    reminder: (title) => `Recordatorio, por firmar: ${title}`,
    called_off: (title) => `Ya no se necesita su firma: ${title}`,
    signed_document: (title) => `Firmado por todos: ${title}`,
    all_signed: (title) => `Firmado por todos: ${title}`,
    rejected: (title) => `Firma rechazada: ${title}`,
    expired: (title) => `No firmado a tiempo: ${title}`,
    code: () => 'Su código para firmar',
  },
  toSigner: {
    asked: (name, { requester }) => `Hola, ${name}: ${requester} le pide que firme un documento.`,
    reminder: (name, { requester }) => `Hola, ${name}: ${requester} sigue esperando su firma.`,
    called_off: (name) => `Hola, ${name}: este documento ya no necesita su firma.`,
    signed_document: (name) => `Hola, ${name}: todos han firmado este documento. Ya está sellado.`,
  },
  toRequester: {
    all_signed: (name) => `Hola, ${name}: todos han firmado su documento. Ya está sellado.`,
    rejected: (name, signer) => `Hola, ${name}: ${signer} ha rechazado firmar su documento.`,
    expired: (name) => `Hola, ${name}: no todos han firmado su documento antes de la fecha límite.`,
  },
  code: (name) => `Hola, ${name}: utilice este código para abrir el documento que le han pedido firmar.`,
  codeLasts: 'Es válido durante diez minutos. Nunca se lo pediremos.',
  externalNote: 'El enlace es personal. Al abrirlo, se envía un código a esta dirección.',
  attached: 'Lo encontrará adjunto.',
  tooLarge: 'Es demasiado grande para un correo. Lo encontrará donde lo firmó.',
  open: { sign: 'Leer y firmar', signed: 'Abrir el documento', process: 'Abrir el proceso de firma' },
  facts: { document: 'Documento', from: 'De', until: 'Fecha límite de firma', reason: 'Motivo', oneTimeCode: 'Código' },
  footer: {
    signer: 'Recibe este correo porque se ha solicitado su firma.',
    requester: 'Recibe este correo porque ha solicitado estas firmas.',
    code: 'Si no lo ha solicitado, puede ignorar este correo.',
  },
}
