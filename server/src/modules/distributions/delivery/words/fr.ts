import type { DeliveryMailWords, Place } from '#modules/distributions/delivery/delivery-mail-words.ts'

const PLACES: Record<Place, string> = { vault: 'coffre-fort', folder: 'dossier' }

export const words: DeliveryMailWords = {
  subject: (documents, place) =>
    documents === 1
      ? `Un nouveau document dans votre ${PLACES[place]}`
      : `${documents} nouveaux documents dans votre ${PLACES[place]}`,
  greeting: (name, documents) =>
    documents === 1
      ? `Bonjour ${name}, un nouveau document est à votre disposition.`
      : `Bonjour ${name}, de nouveaux documents sont à votre disposition.`,
  vault: (documents) =>
    `${documents === 1 ? 'Il se trouve' : 'Ils se trouvent'} aussi dans votre coffre-fort, que vous seul pouvez ouvrir.`,
  from: 'De la part de',
  open: { vault: 'Ouvrir mon coffre-fort', folder: 'Ouvrir mes documents' },
  footer: 'Vous recevez ce message parce qu’un document vous a été remis.',
}
