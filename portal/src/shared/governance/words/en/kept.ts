export const words = {
  held: 'Legal hold',
  underHold: 'Under legal hold',
  matter: 'Legal hold: {{name}}',
  more: '+{{count}}',
  heldWhy: 'This is under legal hold and must be kept until the hold is released.',
  retentionWhy: 'A retention policy keeps this: it cannot be deleted yet.',
  retention: {
    title: 'Retention',
    failed: 'This could not be loaded.',
    states: {
      held: 'Under legal hold',
      due: 'Due',
      scheduled: 'Kept for a time',
      waiting: 'Time not begun',
      kept: 'Kept without an end',
    },
    until: {
      due: 'Due since {{date}}',
      scheduled: 'Kept until {{date}}',
    },
  },
}
