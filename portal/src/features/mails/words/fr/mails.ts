import type { words as english } from '../en/mails.ts'

export const words: typeof english = {
  mails: {
    title: 'E-mails',
    text: 'Les e-mails envoyés au cours des 90 derniers jours. Leur contenu n’est pas conservé.',
    search: 'Rechercher un destinataire ou un objet',
    status: 'Résultat',
    sent: 'Envoyé',
    written: 'Dans le dossier des e-mails',
    failed: 'Échec',
    table: 'E-mails',
    recipient: 'Destinataire',
    subject: 'Objet',
    kind: 'Concerne',
    when: 'Date',
    attempts_one: 'après {{count}} tentative',
    attempts_other: 'après {{count}} tentatives',
    emptyTitle: 'Aucun e-mail pour l’instant',
    emptyText: 'Les e-mails sur les demandes, les distributions, les rappels et les connexions apparaissent ici.',
    noneTitle: 'Aucun résultat',
    noneText: 'Essayez d’autres mots, ou affichez tous les e-mails.',
    all: 'Afficher tous les e-mails',
    about: {
      request: 'Demande',
      delivery: 'Distribution',
      reminder: 'Rappel',
      password: 'Mot de passe',
      signature: 'Signature',
      code: 'Code de signature',
      webhook_disabled: 'Webhook',
    },
  },
}
