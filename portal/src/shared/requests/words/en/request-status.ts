export const en = {
  status: { created: 'Received', open: 'In progress', pending: 'On hold', closed: 'Closed' },
  explained: {
    created: 'HR has received your request and will get back to you.',
    createdAnswered: 'HR has replied to your request.',
    open: 'HR is working on your request.',
    openAnswered: 'HR has replied and is working on your request.',
    pending: 'Your request is on hold. HR will get back to you.',
    pendingAnswered: 'Your request is on hold. See HR’s last message.',
    closed: 'HR has closed your request.',
  },
  replied: 'HR replied',
  due: {
    by: 'Due {{date}}',
    today: 'Due today',
    overdue: 'Overdue since {{date}}',
    none: 'No due date',
  },
}

export const fr: typeof en = {
  status: { created: 'Reçue', open: 'En cours', pending: 'En attente', closed: 'Clôturée' },
  explained: {
    created: 'Les RH ont bien reçu votre demande et reviendront vers vous.',
    createdAnswered: 'Les RH ont répondu à votre demande.',
    open: 'Les RH traitent votre demande.',
    openAnswered: 'Les RH vous ont répondu et traitent votre demande.',
    pending: 'Votre demande est en attente. Les RH reviendront vers vous.',
    pendingAnswered: 'Votre demande est en attente. Consultez le dernier message des RH.',
    closed: 'Les RH ont clôturé votre demande.',
  },
  replied: 'Réponse des RH',
  due: {
    by: 'Échéance le {{date}}',
    today: 'Échéance aujourd’hui',
    overdue: 'En retard · {{date}}',
    none: 'Sans échéance',
  },
}
