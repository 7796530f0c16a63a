import type { DeliveryMailWords, Place } from '#modules/distributions/delivery/delivery-mail-words.ts'

const PLACES: Record<Place, string> = { vault: 'caja fuerte', folder: 'expediente' }

export const words: DeliveryMailWords = {
  subject: (documents, place) =>
    documents === 1
      ? `Un documento nuevo en su ${PLACES[place]}`
      : `${documents} documentos nuevos en su ${PLACES[place]}`,
  greeting: (name, documents) =>
    documents === 1
      ? `Hola, ${name}: tiene un documento nuevo a su disposición.`
      : `Hola, ${name}: tiene documentos nuevos a su disposición.`,
  vault: (documents) => `También ${documents === 1 ? 'está' : 'están'} en su caja fuerte, que solo usted puede abrir.`,
  from: 'De parte de',
  open: { vault: 'Abrir mi caja fuerte', folder: 'Abrir mis documentos' },
  footer: 'Recibe este correo porque se le ha entregado un documento.',
}
