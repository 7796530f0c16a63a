import type { RequesterMailKind, SignerMailKind } from '#modules/signatures/job-names.ts'

type Occasion = { title: string; requester: string }

export type SignatureMailWords = {
  subject: Record<SignerMailKind | RequesterMailKind | 'code', (title: string) => string>
  toSigner: Record<SignerMailKind, (name: string, about: Occasion) => string>
  toRequester: Record<RequesterMailKind, (name: string, signer: string) => string>
  code: (name: string) => string
  codeLasts: string
  externalNote: string
  attached: string
  tooLarge: string
  open: { sign: string; signed: string; process: string }
  facts: { document: string; from: string; until: string; reason: string; oneTimeCode: string }
  footer: { signer: string; requester: string; code: string }
}

const ENGLISH: SignatureMailWords = {
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

const FRENCH: SignatureMailWords = {
  subject: {
    asked: (title) => `À signer\u00a0: ${title}`,
    reminder: (title) => `Rappel, à signer\u00a0: ${title}`,
    called_off: (title) => `Signature annulée\u00a0: ${title}`,
    signed_document: (title) => `Signé par tous\u00a0: ${title}`,
    all_signed: (title) => `Signé par tous\u00a0: ${title}`,
    rejected: (title) => `Signature refusée\u00a0: ${title}`,
    expired: (title) => `Non signé à temps\u00a0: ${title}`,
    code: () => 'Votre code pour signer',
  },
  toSigner: {
    asked: (name, { requester }) => `Bonjour ${name}, ${requester} vous demande de signer un document.`,
    reminder: (name, { requester }) => `Bonjour ${name}, ${requester} attend toujours votre signature.`,
    called_off: (name) => `Bonjour ${name}, ce document n’attend plus votre signature.`,
    signed_document: (name) => `Bonjour ${name}, tout le monde a signé ce document. Il est scellé.`,
  },
  toRequester: {
    all_signed: (name) => `Bonjour ${name}, tout le monde a signé votre document. Il est scellé.`,
    rejected: (name, signer) => `Bonjour ${name}, ${signer} a refusé de signer votre document.`,
    expired: (name) => `Bonjour ${name}, votre document n’a pas été signé par tous avant la date limite.`,
  },
  code: (name) => `Bonjour ${name}, ce code permet d’ouvrir le document que vous êtes invité à signer.`,
  codeLasts: 'Il est valable dix minutes. Nous ne vous le demanderons jamais.',
  externalNote: 'Ce lien est personnel. À son ouverture, un code est envoyé à cette adresse.',
  attached: 'Vous le trouverez en pièce jointe.',
  tooLarge: 'Il est trop volumineux pour un e-mail\u00a0; vous le trouverez là où vous avez signé.',
  open: { sign: 'Lire et signer', signed: 'Ouvrir le document', process: 'Ouvrir la demande de signature' },
  facts: { document: 'Document', from: 'De', until: 'À signer au plus tard le', reason: 'Motif', oneTimeCode: 'Code' },
  footer: {
    signer: 'Vous recevez ce message parce que votre signature a été demandée.',
    requester: 'Vous recevez ce message parce que vous avez demandé ces signatures.',
    code: 'Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail.',
  },
}

export const SIGNATURE_MAIL_WORDS = { en: ENGLISH, fr: FRENCH }
