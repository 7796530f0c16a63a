import type { PackageMailWords } from '#modules/governance/packages/link/mail-words.ts'

export const words: PackageMailWords = {
  subject: 'Vos données personnelles sont prêtes',
  hello: (name) => `Bonjour ${name},`,
  ready: ({ company }) =>
    `le dossier contenant tout ce que ${company} conserve à votre sujet est prêt. Il réunit vos données, les fichiers d’origine et une page lisible sans connexion à Internet.`,
  atPortal: 'Connectez-vous pour le télécharger.',
  byLink: 'Ce lien vous est réservé. À son ouverture, un code est envoyé à cette adresse.',
  open: 'Ouvrir mes données',
  facts: { from: 'De', until: 'Disponible jusqu’au', oneTimeCode: 'Code' },
  footer: 'Vous recevez cet e-mail parce qu’une copie de vos données personnelles a été demandée.',
  codeSubject: 'Votre code pour ouvrir vos données',
  code: 'saisissez ce code pour télécharger la copie de vos données personnelles.',
  codeLasts: 'Il est valable dix minutes. Nous ne vous le demanderons jamais.',
  codeFooter: 'Si vous n’êtes pas à l’origine de cette demande, ignorez cet e-mail.',
}
