import { declareColumns } from '#kernel/personal-data/columns.ts'

export const packageColumns = declareColumns({
  area: 'Access packages and erasures',
  holdings: {
    packages: {
      name: 'Access packages',
      what: 'whose, who asked for it, what was left out, where its link goes, why it could not be made; the ZIP with everything',
      whose: ['employees', 'managers'],
      why: 'To give employees their data (Article 15 and 20 of the GDPR)',
      until: 'The ZIP 14 days unless asked otherwise, at most 30; the record stays',
      seenBy: 'The employee; administrators and applications with `access_packages:read`',
      erasure: { by: 'vault', how: 'deleted', but: 'As the vault, they wait until the employee has collected one.' },
      handedOut: { not: 'It is the package itself.' },
    },
    downloads: {
      name: 'Downloads of access packages',
      what: 'who downloaded a package, and when',
      whose: ['employees', 'managers', 'outsiders'],
      why: 'To show the employee who else has the data',
      until: 'As long as the record of the package',
      seenBy: 'The employee; administrators and applications with `access_packages:read`',
      erasure: { by: 'vault', how: 'deleted' },
      handedOut: { not: 'They are entries of the audit trail, which the package has.' },
    },
    links: {
      name: 'Links to access packages',
      what: 'the address to which a link was mailed; of the link, its codes and visits hashes only',
      whose: ['employees'],
      why: 'To let somebody fetch the package who can no longer log in',
      until: 'The link as long as the ZIP, codes ten minutes, visits two hours; the address as long as the record',
      seenBy: 'The service alone',
      erasure: { by: 'vault', how: 'deleted' },
      handedOut: { not: 'It is a means to fetch the package.' },
    },
  },
  tables: {
    access_packages: {
      holds: { packages: ['employee_key', 'recipient', 'requested_by', 'settled_job', 'error'] },
      none: [
        'client_id',
        'id',
        'status',
        'origin',
        'exclude',
        'notify',
        'size',
        'digest',
        'sha256',
        'entries_count',
        'progress',
        'failures',
        'expires_at',
        'ready_at',
        'created_at',
        'updated_at',
      ],
    },
    access_package_downloads: {
      holds: { downloads: ['at', 'actor_type', 'actor_id', 'actor_name'] },
      none: ['client_id', 'package_id', 'key'],
    },
    access_package_links: {
      holds: { links: ['link_hash', 'recipient', 'code_hash', 'codes_sent', 'wrong_codes', 'visit_hash'] },
      none: ['client_id', 'package_id', 'code_expires_at', 'visit_expires_at', 'created_at'],
    },
  },
})
