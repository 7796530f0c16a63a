type Status = 'created' | 'open' | 'pending' | 'closed'
type MailUpdate = { status: string; author: string | null }
type UpdateSentence = (news: MailUpdate) => string

export type RequestMailWords = {
  /** The subject line of the first mail; the later ones have the bare title. */
  newRequest: (title: string) => string
  greeting: (name: string, news: string) => string
  /** What happened, as the rest of a sentence that begins with the greeting. */
  updates: {
    manager: { created: UpdateSentence; assigned: UpdateSentence; moved: UpdateSentence; commented: UpdateSentence }
    employee: { created: UpdateSentence; moved: UpdateSentence; commented: UpdateSentence }
  }
  internal: string
  form: string
  employee: string
  creator: string
  priority: string
  priorities: { LOW: string; URGENT: string }
  due: string
  status: string
  statuses: Record<Status, string>
  open: string
  footer: { manager: string; employee: string }
}

const ENGLISH: RequestMailWords = {
  newRequest: (title) => `New request: ${title}`,
  greeting: (name, news) => `Hello ${name}, ${news}`,
  updates: {
    manager: {
      created: () => 'a new request was assigned to you.',
      assigned: () => 'this request is now assigned to you.',
      moved: ({ status }) => `the status of this request changed to “${status}”.`,
      commented: ({ author }) =>
        author ? `${author} commented on this request.` : 'there is a new comment on this request.',
    },
    employee: {
      created: () => 'a request that concerns you was created.',
      moved: ({ status }) => `the status of your request changed to “${status}”.`,
      commented: ({ author }) =>
        author ? `${author} commented on your request.` : 'there is a new comment on your request.',
    },
  },
  internal: 'The comment is internal: the employee does not see it.',
  form: 'Form',
  employee: 'Employee',
  creator: 'Created by',
  priority: 'Priority',
  priorities: { LOW: 'Low', URGENT: 'Urgent' },
  due: 'Due date',
  status: 'Status',
  statuses: { created: 'Received', open: 'In progress', pending: 'On hold', closed: 'Closed' },
  open: 'Open the request',
  footer: {
    manager: 'You receive this e-mail because the request is assigned to you.',
    employee: 'You receive this e-mail because the request concerns you.',
  },
}

/** No line ends before a colon, nor inside the quotation marks. */
const FRENCH: RequestMailWords = {
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

export const REQUEST_MAIL_WORDS = { en: ENGLISH, fr: FRENCH }
