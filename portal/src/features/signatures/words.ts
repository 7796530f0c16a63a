export const en = {
  list: {
    title: 'Documents to sign',
    none: 'Nothing to sign',
    noneText: 'When your company asks for your signature, the document waits here.',
  },
}

export const fr: typeof en = {
  list: {
    title: 'Documents à signer',
    none: 'Rien à signer',
    noneText: 'Quand votre entreprise demandera votre signature, le document vous attendra ici.',
  },
}
