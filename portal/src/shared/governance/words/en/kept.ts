export const words = {
  held: 'Legal hold',
  underHold: 'Under legal hold',
  matter: 'Legal hold: {{name}}',
  more: '+{{count}}',
  heldWhy: 'This is under legal hold and must be kept until the hold is released.',
  retentionWhy: 'A retention policy keeps this: it cannot be deleted yet.',
}
