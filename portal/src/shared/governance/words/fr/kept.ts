export const words = {
  held: 'Conservation légale',
  underHold: 'En conservation légale',
  matter: 'Conservation légale\u00a0: {{name}}',
  more: '+{{count}}',
  heldWhy: 'Cet élément est en conservation légale\u00a0: il doit être gardé jusqu’à la levée de cette mesure.',
  retentionWhy: 'Une règle de conservation protège cet élément\u00a0: il ne peut pas encore être supprimé.',
  retention: {
    title: 'Durée de conservation',
    failed: 'Ceci n’a pas pu être chargé.',
    states: {
      held: 'En conservation légale',
      due: 'Échu',
      scheduled: 'Gardé un temps',
      waiting: 'Durée pas encore commencée',
      kept: 'Gardé sans limite',
    },
    until: {
      due: 'Échu depuis le {{date}}',
      scheduled: 'Gardé jusqu’au {{date}}',
    },
  },
}
