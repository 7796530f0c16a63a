import type { SignatureMailWords } from '#modules/signatures/mails/mail-words.ts'

export const words: SignatureMailWords = {
  subject: {
    asked: (title) => `Please sign: ${title}`,
    reminder: (title) => `Reminder, please sign: ${title}`,
    called_off: (title) => `Signature no longer needed: ${title}`,
    signed_document: (title) => `Signed by everyone: ${title}`,
    all_signed: (title) => `Signed by everyone: ${title}`,
    rejected: (title) => `Signature refused: ${title}`,
    expired: (title) => `Not signed in time: ${title}`,
    code: () => 'Your signing code',
  },
  toSigner: {
    asked: (name, { requester }) => `Hello ${name}, ${requester} asks you to sign a document.`,
    reminder: (name, { requester }) => `Hello ${name}, ${requester} is still waiting for your signature.`,
    called_off: (name) => `Hello ${name}, this document no longer needs your signature.`,
    signed_document: (name) => `Hello ${name}, everyone has signed this document. It is now sealed.`,
  },
  toRequester: {
    all_signed: (name) => `Hello ${name}, everyone has signed your document. It is now sealed.`,
    rejected: (name, signer) => `Hello ${name}, ${signer} refused to sign your document.`,
    expired: (name) => `Hello ${name}, not everyone signed your document before the deadline.`,
  },
  code: (name) => `Hello ${name}, use this code to open the document you have been asked to sign.`,
  codeLasts: 'It is valid for ten minutes. We will never ask you for it.',
  externalNote: 'The link is for you alone. When you open it, a code is sent to this address.',
  attached: 'It is attached.',
  tooLarge: 'It is too large for an e-mail. You will find it where you signed.',
  open: { sign: 'Read and sign', signed: 'Open the document', process: 'Open the signature' },
  facts: { document: 'Document', from: 'From', until: 'To be signed by', reason: 'Reason', oneTimeCode: 'Code' },
  footer: {
    signer: 'You receive this e-mail because your signature was requested.',
    requester: 'You receive this e-mail because you requested these signatures.',
    code: 'If you did not request it, you can ignore this e-mail.',
  },
}
