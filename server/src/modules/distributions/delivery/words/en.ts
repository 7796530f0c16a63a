import type { DeliveryMailWords } from '#modules/distributions/delivery/delivery-mail-words.ts'

export const words: DeliveryMailWords = {
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
