export const words = {
  held: 'Conservation légale',
  underHold: 'En conservation légale',
  matter: 'Conservation légale\u00a0: {{name}}',
  more: '+{{count}}',
  heldWhy: 'Cet élément est en conservation légale\u00a0: il doit être gardé jusqu’à la levée de cette mesure.',
  retentionWhy: 'Une règle de conservation protège cet élément\u00a0: il ne peut pas encore être supprimé.',
}
