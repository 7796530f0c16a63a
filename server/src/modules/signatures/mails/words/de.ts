import type { SignatureMailWords } from '#modules/signatures/mails/mail-words.ts'

export const words: SignatureMailWords = {
  subject: {
    asked: (title) => `Bitte unterzeichnen: ${title}`,
    reminder: (title) => `Erinnerung, bitte unterzeichnen: ${title}`,
    called_off: (title) => `Unterschrift nicht mehr nötig: ${title}`,
    signed_document: (title) => `Von allen unterzeichnet: ${title}`,
    all_signed: (title) => `Von allen unterzeichnet: ${title}`,
    rejected: (title) => `Unterschrift abgelehnt: ${title}`,
    expired: (title) => `Nicht rechtzeitig unterzeichnet: ${title}`,
    code: () => 'Ihr Code zum Unterzeichnen',
  },
  toSigner: {
    asked: (name, { requester }) => `Guten Tag ${name}, ${requester} bittet Sie, ein Dokument zu unterzeichnen.`,
    reminder: (name, { requester }) => `Guten Tag ${name}, ${requester} wartet noch auf Ihre Unterschrift.`,
    called_off: (name) => `Guten Tag ${name}, für dieses Dokument wird Ihre Unterschrift nicht mehr benötigt.`,
    signed_document: (name) => `Guten Tag ${name}, alle haben dieses Dokument unterzeichnet. Es ist jetzt versiegelt.`,
  },
  toRequester: {
    all_signed: (name) => `Guten Tag ${name}, alle haben Ihr Dokument unterzeichnet. Es ist jetzt versiegelt.`,
    rejected: (name, signer) => `Guten Tag ${name}, ${signer} hat es abgelehnt, Ihr Dokument zu unterzeichnen.`,
    expired: (name) => `Guten Tag ${name}, Ihr Dokument wurde nicht von allen fristgerecht unterzeichnet.`,
  },
  code: (name) =>
    `Guten Tag ${name}, mit diesem Code öffnen Sie das Dokument, um dessen Unterzeichnung Sie gebeten wurden.`,
  codeLasts: 'Er gilt zehn Minuten. Wir werden Sie nie danach fragen.',
  externalNote: 'Der Link ist nur für Sie bestimmt. Wenn Sie ihn öffnen, wird ein Code an diese Adresse gesendet.',
  attached: 'Sie finden es im Anhang.',
  tooLarge: 'Es ist zu groß für eine E-Mail. Sie finden es dort, wo Sie unterzeichnet haben.',
  open: { sign: 'Lesen und unterzeichnen', signed: 'Dokument öffnen', process: 'Unterschriftsvorgang öffnen' },
  facts: {
    document: 'Dokument',
    from: 'Von',
    until: 'Zu unterzeichnen bis',
    reason: 'Grund',
    oneTimeCode: 'Code',
  },
  footer: {
    signer: 'Sie erhalten diese E-Mail, weil um Ihre Unterschrift gebeten wurde.',
    requester: 'Sie erhalten diese E-Mail, weil Sie um diese Unterschriften gebeten haben.',
    code: 'Falls Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren.',
  },
}
