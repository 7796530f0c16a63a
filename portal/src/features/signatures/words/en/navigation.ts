export const words = {
  toSign: 'To sign',
  signatures: 'Signatures',
  types: 'Signature types',
}
