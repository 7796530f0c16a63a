export const en = {
  soonTitle: 'Not here yet',
  soon: 'This page is being built.',
  list: { title: 'Documents to sign' },
}

export const fr: typeof en = {
  soonTitle: 'Bientôt disponible',
  soon: 'Cette page est en cours de construction.',
  list: { title: 'Documents à signer' },
}
