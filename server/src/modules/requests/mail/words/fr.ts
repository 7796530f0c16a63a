import type { RequestMailWords } from '#modules/requests/mail/request-mail-words.ts'

/** No line ends before a colon, nor inside the quotation marks. */
export const words: RequestMailWords = {
  newRequest: (title) => `Nouvelle demande\u00a0: ${title}`,
  greeting: (name, news) => `Bonjour ${name}, ${news}`,
  updates: {
    manager: {
      created: () => 'une nouvelle demande vous a été affectée.',
      assigned: () => 'cette demande vous est désormais affectée.',
      moved: ({ status }) => `le statut de cette demande est passé à «\u00a0${status}\u00a0».`,
      commented: ({ author }) =>
        author ? `${author} a commenté cette demande.` : 'il y a un nouveau commentaire sur cette demande.',
    },
    employee: {
      created: () => 'une demande qui vous concerne a été créée.',
      moved: ({ status }) => `le statut de votre demande est passé à «\u00a0${status}\u00a0».`,
      commented: ({ author }) =>
        author ? `${author} a commenté votre demande.` : 'il y a un nouveau commentaire sur votre demande.',
    },
  },
  internal: 'Ce commentaire est interne\u00a0: le salarié ne le voit pas.',
  form: 'Formulaire',
  employee: 'Salarié',
  creator: 'Créée par',
  priority: 'Priorité',
  priorities: { LOW: 'Basse', URGENT: 'Urgente' },
  due: 'Échéance',
  status: 'Statut',
  statuses: { created: 'Reçue', open: 'En cours', pending: 'En attente', closed: 'Clôturée' },
  open: 'Ouvrir la demande',
  footer: {
    manager: 'Vous recevez ce message parce que la demande vous est affectée.',
    employee: 'Vous recevez ce message parce que la demande vous concerne.',
  },
}
