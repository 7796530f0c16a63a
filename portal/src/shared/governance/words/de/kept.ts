export const words = {
  held: 'Löschsperre',
  underHold: 'Unter Löschsperre',
  matter: 'Löschsperre: {{name}}',
  more: '+{{count}}',
  heldWhy: 'Dafür gilt eine Löschsperre. Es muss aufbewahrt werden, bis sie aufgehoben ist.',
  retentionWhy: 'Eine Aufbewahrungsregel schützt dies. Es kann noch nicht gelöscht werden.',
  retention: {
    title: 'Aufbewahrung',
    failed: 'Dies konnte nicht geladen werden.',
    states: {
      held: 'Unter Löschsperre',
      due: 'Fällig',
      scheduled: 'Befristet',
      waiting: 'Frist noch nicht begonnen',
      kept: 'Unbefristet',
    },
    until: {
      due: 'Fällig seit {{date}}',
      scheduled: 'Aufbewahrt bis {{date}}',
    },
  },
}
