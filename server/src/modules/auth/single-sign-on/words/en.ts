import type { NoticeWords } from '#modules/auth/single-sign-on/notice-words.ts'

export const words: NoticeWords = {
  notices: {
    link: {
      title: 'This link does not work',
      paragraphs: [
        'Log-in links work once, within five minutes. Go back to the page you came from and open it again.',
        'If that does not help, contact the owner of that page or your HR department.',
      ],
    },
    saml: {
      title: 'Your company’s log-in was not accepted',
      paragraphs: [
        'It took too long, was already used, or was started in another browser. Start again from the log-in page.',
        'If it happens again, contact your IT department: the single sign-on settings may have changed.',
      ],
    },
    person: {
      title: 'You do not have access yet',
      paragraphs: [
        'Your company’s log-in worked, but you have no log-in here, or it was switched off.',
        'Ask your HR department for access.',
      ],
    },
    slowed: {
      title: 'Too many attempts',
      paragraphs: ['Too many log-ins failed from your network. Wait a few minutes, then try again.'],
    },
    off: {
      title: 'This log-in option is not available',
      paragraphs: ['It was switched off, or the address is wrong. The log-in page shows the available options.'],
    },
  },
  logIn: 'Go to the log-in page',
}
