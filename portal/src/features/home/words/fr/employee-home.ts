import type { words as english } from '../en/employee-home.ts'

export const words: typeof english = {
  morning: 'Bonjour {{name}}',
  afternoon: 'Bonjour {{name}}',
  evening: 'Bonsoir {{name}}',
  text: 'Tout ce dont vous avez besoin dans votre entreprise, au même endroit.',
  search: { label: 'Rechercher dans les articles, formulaires, documents et demandes', button: 'Rechercher' },
  actions: {
    label: 'Actions rapides',
    request: 'Nouvelle demande',
    requestText: 'Poser une question ou faire une demande',
    upload: 'Ajouter un document',
    uploadText: 'Envoyer un justificatif aux RH',
    vault: 'Mon coffre-fort',
    vaultText: 'Vos bulletins de paie et contrats, pour vous seul',
  },
  sign: {
    title: 'Documents à signer',
    all: 'Tout voir',
    from: '{{name}} demande votre signature',
    fromUntil: '{{name}} demande votre signature au plus tard le {{date}}',
    waits: 'À signer',
  },
  requests: {
    title: 'Demandes en cours',
    all: 'Toutes mes demandes',
    none: 'Aucune demande en cours',
    noneText: 'Vos questions aux RH et leurs réponses apparaissent ici.',
    make: 'Nouvelle demande',
    due: 'Réponse d’ici le {{date}}',
  },
  documents: {
    title: 'Derniers documents',
    all: 'Tous mes documents',
    none: 'Aucun document pour l’instant',
    noneText: 'Les documents que votre entreprise partage avec vous apparaissent ici.',
    isNew: 'Nouveau',
    vault: 'Coffre-fort',
  },
  articles: { title: 'Bon à savoir', all: 'Tous les articles' },
}
