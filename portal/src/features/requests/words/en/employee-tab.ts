export const words = {
  requests: {
    title: 'Requests',
    subject: 'Subject',
    form: 'Form',
    status: 'Status',
    due: 'Due',
    updated: 'Last change',
    none: 'No requests',
    noneText: 'This employee’s requests will appear here.',
    new: 'New request',
  },
}
