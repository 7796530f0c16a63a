import type { CertificateWords } from '#modules/governance/disposals/certificate/certificate-words.ts'

export const words: CertificateWords = {
  title: 'Certificat de destruction',
  intro: (company) =>
    `${company} a éliminé les éléments ci-dessous, dont la durée de conservation était échue. Chaque fichier est désigné par son SHA-256. Toutes les heures sont en UTC.`,
  proof: (sha256) =>
    `Le certificat complet est un fichier JSON qui porte son propre cachet. Son SHA-256 est ${sha256}.`,
  more: (shown, all) => `Les ${shown} premiers éléments sur ${all} figurent ici ; le fichier JSON les contient tous.`,
  policy: 'Règle',
  facts: {
    name: 'Nom',
    id: 'Code',
    basis: 'Base légale',
    disposal: 'Élimination',
    gathered: 'Réunie le',
    done: 'Éliminés',
    kept: 'Conservés',
    gone: 'Déjà absents',
  },
  approvals: 'Approuvée par',
  approved: (items) => (items === 1 ? '1 élément' : `${items} éléments`),
  items: 'Éléments',
  outcomes: {
    removed: 'octets supprimés',
    in_vault: "conservé dans le coffre-fort de l'employé",
    shared: 'appartient aussi à un autre fichier',
  },
  footer: (id) => `Certificat de destruction · ${id}`,
}
