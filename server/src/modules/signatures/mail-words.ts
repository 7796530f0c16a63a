import type { RequesterMailKind, SignerMailKind } from './job-names.ts'

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
    called_off: (title) => `No longer to be signed: ${title}`,
    signed_document: (title) => `Signed by everybody: ${title}`,
    all_signed: (title) => `Signed by everybody: ${title}`,
    rejected: (title) => `Signature refused: ${title}`,
    expired: (title) => `Not signed in time: ${title}`,
    code: () => 'Your code to sign',
  },
  toSigner: {
    asked: (name, { requester }) => `Hello ${name}, ${requester} asks you to sign a document.`,
    reminder: (name, { requester }) => `Hello ${name}, ${requester} is still waiting for your signature.`,
    called_off: (name) => `Hello ${name}, this document does not need your signature any more.`,
    signed_document: (name) => `Hello ${name}, everybody has signed this document. It is sealed.`,
  },
  toRequester: {
    all_signed: (name) => `Hello ${name}, everybody has signed your document. It is sealed.`,
    rejected: (name, signer) => `Hello ${name}, ${signer} refused to sign your document.`,
    expired: (name) => `Hello ${name}, not everybody signed your document before its last day.`,
  },
  code: (name) => `Hello ${name}, this code opens the document that you were asked to sign.`,
  codeLasts: 'It can be used for ten minutes. Nobody from us will ever ask you for it.',
  externalNote: 'The link is for you alone. When you open it, a code is sent to this address.',
  attached: 'You find it attached.',
  tooLarge: 'It is too large for a mail; you find it where you signed.',
  open: { sign: 'Read and sign', signed: 'Open the document', process: 'Open the signature process' },
  facts: { document: 'Document', from: 'From', until: 'To be signed by', reason: 'Reason', oneTimeCode: 'Code' },
  footer: {
    signer: 'You receive this mail because your signature was asked for.',
    requester: 'You receive this mail because you asked for these signatures.',
    code: 'If it was not you who asked for it, there is nothing to do.',
  },
}

const FRENCH: SignatureMailWords = {
  subject: {
    asked: (title) => `À signer\u00a0: ${title}`,
    reminder: (title) => `Rappel, à signer\u00a0: ${title}`,
    called_off: (title) => `N’est plus à signer\u00a0: ${title}`,
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
    expired: (name) => `Bonjour ${name}, votre document n’a pas été signé par tous avant son dernier jour.`,
  },
  code: (name) => `Bonjour ${name}, ce code ouvre le document que vous êtes invité à signer.`,
  codeLasts: 'Il est valable dix minutes. Personne chez nous ne vous le demandera jamais.',
  externalNote: 'Ce lien est personnel. À son ouverture, un code est envoyé à cette adresse.',
  attached: 'Vous le trouverez en pièce jointe.',
  tooLarge: 'Il est trop volumineux pour un e-mail\u00a0; vous le trouverez là où vous avez signé.',
  open: { sign: 'Lire et signer', signed: 'Ouvrir le document', process: 'Ouvrir la demande de signature' },
  facts: { document: 'Document', from: 'De', until: 'À signer au plus tard le', reason: 'Motif', oneTimeCode: 'Code' },
  footer: {
    signer: 'Vous recevez ce message parce que votre signature a été demandée.',
    requester: 'Vous recevez ce message parce que vous avez demandé ces signatures.',
    code: 'Si vous n’êtes pas à l’origine de cette demande, vous n’avez rien à faire.',
  },
}

export const SIGNATURE_MAIL_WORDS = { en: ENGLISH, fr: FRENCH }
