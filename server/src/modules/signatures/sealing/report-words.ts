import type { Action } from '#modules/signatures/processes/evidence.ts'
import type { SignerType } from '#modules/signatures/processes/schemas.ts'

export type ReportWords = {
  title: string
  intro: (title: string, company: string) => string
  seal: string
  document: string
  signers: string
  history: string
  facts: Record<
    'title' | 'process' | 'filename' | 'fingerprint' | 'pages' | 'reason' | 'company' | 'requester' | 'started',
    string
  >
  signer: Record<'role' | 'email' | 'identified' | 'signed' | 'address' | 'agent' | 'consent' | 'manner', string>
  roles: Record<SignerType, string>
  identified: { session: string; code: string }
  manners: { typed: string; drawn: string }
  actions: Record<Action, string>
  caption: (moment: string) => string
  footer: (id: string) => string
}

const ENGLISH: ReportWords = {
  title: 'Evidence of signature',
  intro: (title, company) =>
    `“${title}” was signed electronically at the request of ${company}. This page is part of it.`,
  seal: 'The whole file is sealed with a digital signature. Any change to it shows as invalid in a PDF reader. All times are in UTC.',
  document: 'Document',
  signers: 'Signer',
  history: 'History',
  facts: {
    title: 'Title',
    process: 'Process',
    filename: 'File',
    fingerprint: 'SHA-256 before signing',
    pages: 'Pages',
    reason: 'Reason',
    company: 'Company',
    requester: 'Requested by',
    started: 'Started',
  },
  signer: {
    role: 'Role',
    email: 'E-mail',
    identified: 'Identified by',
    signed: 'Signed',
    address: 'Address',
    agent: 'Browser',
    consent: 'Agreed to',
    manner: 'Signature',
  },
  roles: { user: 'Manager', employee: 'Employee', external: 'External' },
  identified: { session: 'log-in to the portal', code: 'one-time code sent to the e-mail address' },
  manners: { typed: 'typed', drawn: 'drawn by hand' },
  actions: {
    created: 'Created',
    changed: 'Changed',
    started: 'Started',
    asked: 'Asked for a signature',
    reminded: 'Reminded',
    viewed: 'Opened the document',
    code_sent: 'Code sent by mail',
    code_refused: 'Wrong code entered',
    code_accepted: 'Right code entered',
    signed: 'Signed',
    rejected: 'Refused',
    sealed: 'Sealed',
    sent: 'Sent',
    archived: 'Filed',
    canceled: 'Canceled',
    expired: 'Expired',
  },
  caption: (moment) => `Signed ${moment}`,
  footer: (id) => `Signature process ${id}`,
}

const FRENCH: ReportWords = {
  title: 'Preuve de signature',
  intro: (title, company) =>
    `«\u00a0${title}\u00a0» a été signé électroniquement à la demande de ${company}. Cette page en fait partie.`,
  seal: 'Le fichier entier est scellé par une signature numérique. Toute modification apparaît comme invalide dans un lecteur PDF. Les heures sont en UTC.',
  document: 'Document',
  signers: 'Signataire',
  history: 'Historique',
  facts: {
    title: 'Titre',
    process: 'Processus',
    filename: 'Fichier',
    fingerprint: 'SHA-256 avant signature',
    pages: 'Pages',
    reason: 'Motif',
    company: 'Entreprise',
    requester: 'Demandé par',
    started: 'Lancé',
  },
  signer: {
    role: 'Rôle',
    email: 'E-mail',
    identified: 'Identifié par',
    signed: 'Signé',
    address: 'Adresse',
    agent: 'Navigateur',
    consent: 'Consentement',
    manner: 'Signature',
  },
  roles: { user: 'Gestionnaire', employee: 'Salarié', external: 'Externe' },
  identified: { session: 'connexion au portail', code: 'code à usage unique envoyé à l’adresse e-mail' },
  manners: { typed: 'saisie', drawn: 'tracée à la main' },
  actions: {
    created: 'Créé',
    changed: 'Modifié',
    started: 'Lancé',
    asked: 'Signature demandée',
    reminded: 'Relancé',
    viewed: 'Document ouvert',
    code_sent: 'Code envoyé par e-mail',
    code_refused: 'Code erroné saisi',
    code_accepted: 'Code exact saisi',
    signed: 'Signé',
    rejected: 'Refusé',
    sealed: 'Scellé',
    sent: 'Envoyé',
    archived: 'Classé',
    canceled: 'Annulé',
    expired: 'Expiré',
  },
  caption: (moment) => `Signé le ${moment}`,
  footer: (id) => `Processus de signature ${id}`,
}

export const REPORT_WORDS = { en: ENGLISH, fr: FRENCH }
