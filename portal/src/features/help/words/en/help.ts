export const en = {
  title: 'Help',
  text: 'Where to find what, and whom to ask.',
  where: 'Where to find what',
  places: {
    myDocuments: { title: 'Documents', text: 'What your company filed for you, such as payslips and contracts.' },
    vault: { title: 'Vault', text: 'Documents that you keep, also after you leave the company.' },
    myRequests: { title: 'Requests', text: 'Ask HR for something and follow the answer.' },
    toSign: { title: 'To sign', text: 'Documents that wait for your signature.' },
    articles: { title: 'Articles', text: 'The rules and answers of your company.' },
    profile: { title: 'My profile', text: 'Your language, your e-mail address and your password.' },
    requests: { title: 'Requests', text: 'Answer what employees ask for, assign and close it.' },
    employees: { title: 'Employees', text: 'The folder of each employee: documents, requests, notes, signatures.' },
    upload: { title: 'Upload documents', text: 'File documents into the folders of employees.' },
    distributions: { title: 'Distributions', text: 'Deliver payslips and letters to many employees at once.' },
    signatures: { title: 'Signatures', text: 'Have documents signed by employees, managers and people outside.' },
    people: { title: 'People', text: 'Add employees and managers, invite them and switch log-ins off.' },
    roles: { title: 'Roles', text: 'What managers may read and change.' },
  },
  keys: {
    title: 'Keyboard',
    search: 'Search everywhere',
    move: 'Go to the next or previous element',
    open: 'Open or choose what has the focus',
    close: 'Close a dialog or a menu',
  },
  ask: {
    title: 'Whom to ask',
    employee: 'Questions about your documents, your pay or your data go to your HR department.',
    request: 'Make a request to HR',
    manager: 'Roles and access are given by the administrators of your company.',
    docs: 'API documentation for integrations',
  },
}

export const fr: typeof en = {
  title: 'Aide',
  text: 'Où trouver quoi, et à qui s’adresser.',
  where: 'Où trouver quoi',
  places: {
    myDocuments: {
      title: 'Documents',
      text: 'Ce que votre entreprise a classé pour vous\u00a0: bulletins de paie, contrats, etc.',
    },
    vault: { title: 'Coffre-fort', text: 'Les documents que vous conservez, même après avoir quitté l’entreprise.' },
    myRequests: { title: 'Demandes', text: 'Adressez une demande aux RH et suivez la réponse.' },
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
      text: 'Ajoutez des salariés et des gestionnaires, invitez-les et désactivez des comptes.',
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
