/** Where the documents are: in the vault too, unless it was unlinked from the company. */
export type Place = 'vault' | 'folder'

export type DeliveryMailWords = {
  subject: (documents: number, place: Place) => string
  greeting: (name: string, documents: number) => string
  vault: (documents: number) => string
  from: string
  open: Record<Place, string>
  footer: string
}

const ENGLISH: DeliveryMailWords = {
  subject: (documents, place) =>
    documents === 1 ? `A new document in your ${place}` : `${documents} new documents in your ${place}`,
  greeting: (name, documents) =>
    documents === 1
      ? `Hello ${name}, a new document is ready for you.`
      : `Hello ${name}, new documents are ready for you.`,
  vault: (documents) => `${documents === 1 ? 'It is' : 'They are'} also in your vault, which only you can open.`,
  from: 'From',
  open: { vault: 'Open my vault', folder: 'Open my documents' },
  footer: 'You receive this e-mail because a document was delivered to you.',
}

const IN_FRENCH: Record<Place, string> = { vault: 'coffre-fort', folder: 'dossier' }

const FRENCH: DeliveryMailWords = {
  subject: (documents, place) =>
    documents === 1
      ? `Un nouveau document dans votre ${IN_FRENCH[place]}`
      : `${documents} nouveaux documents dans votre ${IN_FRENCH[place]}`,
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

export const DELIVERY_MAIL_WORDS = { en: ENGLISH, fr: FRENCH }
