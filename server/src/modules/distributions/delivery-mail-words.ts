export type DeliveryMailWords = {
  subject: (documents: number) => string
  greeting: (name: string, documents: number) => string
  vault: (documents: number) => string
  from: string
  open: string
  footer: string
}

export const DELIVERY_MAIL_WORDS: Record<'en' | 'fr', DeliveryMailWords> = {
  en: {
    subject: (documents) =>
      documents === 1 ? 'A new document in your vault' : `${documents} new documents in your vault`,
    greeting: (name, documents) =>
      documents === 1
        ? `Hello ${name}, a new document is ready for you.`
        : `Hello ${name}, new documents are ready for you.`,
    vault: (documents) => `${documents === 1 ? 'It stays' : 'They stay'} in your vault, which is yours alone.`,
    from: 'From',
    open: 'Open my vault',
    footer: 'You receive this mail because a document was handed out to you.',
  },
  fr: {
    subject: (documents) =>
      documents === 1
        ? 'Un nouveau document dans votre coffre-fort'
        : `${documents} nouveaux documents dans votre coffre-fort`,
    greeting: (name, documents) =>
      documents === 1
        ? `Bonjour ${name}, un nouveau document est à votre disposition.`
        : `Bonjour ${name}, de nouveaux documents sont à votre disposition.`,
    vault: (documents) =>
      `${documents === 1 ? 'Il reste' : 'Ils restent'} dans votre coffre-fort, qui n’appartient qu’à vous.`,
    from: 'De la part de',
    open: 'Ouvrir mon coffre-fort',
    footer: 'Vous recevez ce message parce qu’un document vous a été remis.',
  },
}
