import type { words as english } from '../en/request-status.ts'

export const words: typeof english = {
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
