export const words = {
  title: 'Your personal data',
  text: '{{client}} has prepared a package with everything that is kept about you. To protect it, we first send you a code by e-mail.',
  open: 'Open my data',
  ready: 'Your data package is ready',
  readyText: 'It holds everything that {{client}} keeps about you: a page to read, your documents and the data itself.',
  facts: 'ZIP file, {{size}}',
  until: 'Available until {{date}}',
  download: 'Download',
  care: 'Keep it in a place that only you can open. On a shared device, delete the file afterwards.',
  goneTitle: 'This link does not work',
  gone: 'The link may be incomplete, may have expired, or a wrong code was entered too often. Ask your HR department for a new one.',
}
