import type { SignatureMailWords } from '#modules/signatures/mails/mail-words.ts'

export const words: SignatureMailWords = {
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
  open: { sign: 'Lire et signer', signed: 'Ouvrir le document', process: 'Suivre la signature' },
  facts: { document: 'Document', from: 'De', until: 'À signer au plus tard le', reason: 'Motif', oneTimeCode: 'Code' },
  footer: {
    signer: 'Vous recevez ce message parce que votre signature a été demandée.',
    requester: 'Vous recevez ce message parce que vous avez demandé ces signatures.',
    code: 'Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail.',
  },
}
