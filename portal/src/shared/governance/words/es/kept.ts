export const words = {
  held: 'Retención legal',
  underHold: 'En retención legal',
  matter: 'Retención legal: {{name}}',
  more: '+{{count}}',
  heldWhy: 'Está en retención legal y debe conservarse hasta que se levante.',
  retentionWhy: 'Una norma de conservación lo protege: todavía no se puede eliminar.',
}
