export const words = {
  held: 'Löschsperre',
  underHold: 'Unter Löschsperre',
  matter: 'Löschsperre: {{name}}',
  more: '+{{count}}',
  heldWhy: 'Dafür gilt eine Löschsperre. Es muss aufbewahrt werden, bis sie aufgehoben ist.',
  retentionWhy: 'Eine Aufbewahrungsregel schützt dies. Es kann noch nicht gelöscht werden.',
}
