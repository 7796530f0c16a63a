export const words = {
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
