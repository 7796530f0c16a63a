import { declareColumns } from '#kernel/personal-data/columns.ts'

export const auditColumns = declareColumns({
  area: 'Audit trail',
  holdings: {
    people: {
      name: 'People in the trail',
      what: 'who read, downloaded, changed or deleted something: kind, id, name and IP address; and whose record it was',
      whose: ['employees', 'managers', 'outsiders'],
      why: 'To answer who had access to whose data, and when',
      until: '36 months, or as many as the client has set (`privacy.audit_personal_months`); removed every night',
      seenBy:
        'Administrators and applications with `audit_entries:read`; the employee sees who looked at the own file: the role, or the name if the client has set that (`privacy.viewer_names`)',
      erasure: { by: 'audit', how: 'emptied', but: 'The entry stays in its chain, and no longer says who.' },
      handedOut: 'audit',
    },
    chain: {
      name: 'The chain of entries',
      what: 'what happened, when, to which record by its id (employees by their id in the core HR system), and salted hashes of the people',
      whose: ['employees', 'managers', 'outsiders'],
      why: 'To prove that no entry was changed, added or taken away',
      until: 'For ever: a chain with a missing link proves nothing',
      seenBy: 'As the people in the trail',
      erasure: {
        stays:
          'The salts go with the people, so that the hashes cannot be guessed; an id leads nowhere once its record is gone.',
      },
      handedOut: 'audit',
    },
    recent: {
      name: 'Recent reads',
      what: 'a hash of who read what, and when',
      whose: ['employees', 'managers', 'outsiders'],
      why: 'To make one entry of the pages of a document and the parts of a download',
      until: 'Ten minutes',
      seenBy: 'The service alone, which compares the hashes',
      erasure: { expires: 'Gone after ten minutes.' },
      handedOut: { not: 'It says less than the entry, which the package has.' },
    },
    forgotten: {
      name: 'People erased today',
      what: 'a hash of the id of somebody who was erased, and when',
      whose: ['employees', 'managers'],
      why: 'To keep the person out of entries that were on their way into the trail meanwhile',
      until: 'A day; removed every hour',
      seenBy: 'The service alone, which compares the hashes',
      erasure: { expires: 'Gone after a day.' },
      handedOut: { not: 'It is there only once the person was erased.' },
    },
  },
  tables: {
    audit_people: {
      holds: {
        people: [
          'actor_type',
          'actor_id',
          'actor_name',
          'actor_address',
          'actor_salt',
          'subject_type',
          'subject_technical_id',
          'subject_salt',
        ],
      },
      none: ['client_id', 'sequence', 'action', 'outcome'],
    },
    audit_entries: {
      holds: { chain: ['actor_hash', 'subject_hash', 'resource_id'] },
      none: ['client_id', 'sequence', 'at', 'action', 'outcome', 'resource_type', 'details', 'previous_hash', 'hash'],
      harmless: { actor_type: 'a kind of callers' },
    },
    audit_forgotten: { holds: { forgotten: ['person_hash', 'at'] }, none: ['client_id', 'key'] },
    audit_recent_reads: { holds: { recent: ['reading', 'at'] }, none: ['client_id'] },
    audit_heads: { none: ['client_id', 'sequence', 'at', 'hash'] },
    audit_checkpoints: { none: ['client_id', 'key', 'at', 'sequence', 'hash', 'seal'] },
    audit_settings: {
      none: ['client_id', 'audit_personal_months'],
      harmless: { viewer_names: 'whether employees see names or roles' },
    },
  },
})
