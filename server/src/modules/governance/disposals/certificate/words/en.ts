import type { CertificateWords } from '#modules/governance/disposals/certificate/certificate-words.ts'

export const words: CertificateWords = {
  title: 'Certificate of destruction',
  intro: (company) =>
    `${company} has disposed of the items below, whose retention was over. Each file is named by its SHA-256. All times are in UTC.`,
  proof: (sha256) => `The complete certificate is a JSON file with a seal of its own. Its SHA-256 is ${sha256}.`,
  more: (shown, all) => `The first ${shown} of ${all} items are listed here, all of them in the JSON file.`,
  policy: 'Policy',
  facts: {
    name: 'Name',
    id: 'Code',
    basis: 'Legal basis',
    disposal: 'Disposal',
    gathered: 'Gathered',
    done: 'Disposed of',
    kept: 'Kept',
    gone: 'Gone already',
  },
  approvals: 'Approved by',
  approved: (items) => (items === 1 ? '1 item' : `${items} items`),
  items: 'Items',
  outcomes: { removed: 'bytes removed', in_vault: 'kept in the vault of the employee', shared: 'also of another file' },
  footer: (id) => `Certificate of destruction · ${id}`,
}
