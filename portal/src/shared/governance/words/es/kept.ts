export const words = {
  held: 'Retención legal',
  underHold: 'En retención legal',
  matter: 'Retención legal: {{name}}',
  more: '+{{count}}',
  heldWhy: 'Está en retención legal y debe conservarse hasta que se levante.',
  retentionWhy: 'Una norma de conservación lo protege: todavía no se puede eliminar.',
  retention: {
    title: 'Conservación',
    failed: 'No se ha podido cargar.',
    states: {
      held: 'En retención legal',
      due: 'Vencido',
      scheduled: 'Conservado un tiempo',
      waiting: 'Plazo aún sin empezar',
      kept: 'Conservado sin límite',
    },
    until: {
      due: 'Vencido desde el {{date}}',
      scheduled: 'Conservado hasta el {{date}}',
    },
  },
}
