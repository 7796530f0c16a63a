import type { words as english } from '../en/help.ts'

export const words: typeof english = {
  title: 'Aide',
  text: 'Où trouver l’information et à qui s’adresser.',
  where: 'Où trouver l’information',
  places: {
    employeeDocuments: {
      title: 'Documents',
      text: 'Ce que votre entreprise a classé pour vous\u00a0: bulletins de paie, contrats, etc.',
    },
    vault: { title: 'Coffre-fort', text: 'Les documents que vous conservez, même après avoir quitté l’entreprise.' },
    employeeRequests: { title: 'Demandes', text: 'Adressez une demande aux RH et suivez la réponse.' },
    toSign: { title: 'À signer', text: 'Les documents qui attendent votre signature.' },
    articles: { title: 'Articles', text: 'Les règles et les réponses de votre entreprise.' },
    profile: { title: 'Mon profil', text: 'Votre langue, votre adresse e-mail et votre mot de passe.' },
    requests: { title: 'Demandes', text: 'Répondez aux demandes des salariés, affectez-les et clôturez-les.' },
    employees: {
      title: 'Salariés',
      text: 'Le dossier de chaque salarié\u00a0: documents, demandes, notes, signatures.',
    },
    upload: { title: 'Déposer des documents', text: 'Classez des documents dans les dossiers des salariés.' },
    distributions: {
      title: 'Distributions',
      text: 'Remettez des bulletins et des courriers à de nombreux salariés en une fois.',
    },
    signatures: {
      title: 'Signatures',
      text: 'Faites signer des documents par des salariés, des gestionnaires et des tiers.',
    },
    people: {
      title: 'Personnes',
      text: 'Ajoutez des salariés et des gestionnaires, invitez-les et désactivez des accès.',
    },
    roles: { title: 'Rôles', text: 'Ce que les gestionnaires peuvent consulter et modifier.' },
  },
  keys: {
    title: 'Clavier',
    search: 'Rechercher partout',
    move: 'Passer à l’élément suivant ou précédent',
    open: 'Ouvrir ou choisir l’élément actif',
    close: 'Fermer une fenêtre ou un menu',
  },
  ask: {
    title: 'À qui s’adresser',
    employee: 'Pour toute question sur vos documents, votre paie ou vos données, adressez-vous à votre service RH.',
    request: 'Faire une demande aux RH',
    manager: 'Les rôles et les accès sont attribués par les administrateurs de votre entreprise.',
    docs: 'Documentation de l’API pour les intégrations',
  },
}
