import { declareColumns } from '#kernel/personal-data/columns.ts'

const BY_OTHERS_TOO =
  'A process that others signed as well stays for them as evidence, until a retention policy lets it go.'

export const signatureColumns = declareColumns({
  area: 'Signatures',
  holdings: {
    processes: {
      name: 'Signature processes',
      what: 'title, reason, message, attributes, name of the file, the employee in whose folder it is filed, who started it',
      whose: ['employees', 'managers'],
      why: 'To have a document signed and filed',
      until: 'As the retention policies on signature processes say; without a policy until it is deleted',
      seenBy:
        'The signers; managers with `signatures:read` who may see the document; applications with `signatures:read`',
      erasure: { by: 'signatures', how: 'deleted', but: BY_OTHERS_TOO },
      handedOut: 'signatures',
    },
    signers: {
      name: 'Signers',
      what: 'name, e-mail address, drawn or typed signature, when asked, reminded, viewed, signed or rejected, reason of a rejection, hashes of codes and visits',
      whose: ['employees', 'managers', 'outsiders'],
      why: 'To ask people to sign, and to know that it was them',
      until: 'As long as the process; codes ten minutes, visits two hours',
      seenBy: 'As the process; signers see the names of the others',
      erasure: { by: 'signatures', how: 'deleted', but: BY_OTHERS_TOO },
      handedOut: 'signatures',
    },
    evidence: {
      name: 'Evidence',
      what: 'who did what when, from which IP address, with which browser, and what they consented to',
      whose: ['employees', 'managers', 'outsiders'],
      why: 'To prove a signature in court; the evidence report is part of the sealed document',
      until: 'As long as the process',
      seenBy: 'Managers with `signatures:read` who may see the document; applications with `signatures:read`',
      erasure: { by: 'signatures', how: 'deleted', but: BY_OTHERS_TOO },
      handedOut: 'signatures',
    },
  },
  tables: {
    signature_processes: {
      holds: {
        processes: [
          'title',
          'reason',
          'message',
          'metas',
          'filters',
          'employee_key',
          'creator_user_key',
          'creator_name',
          'search_text',
        ],
      },
      none: [
        'client_id',
        'key',
        'id',
        'signature_type_id',
        'status',
        'document_type_id',
        'expiry_date',
        'auto_send',
        'callback_url',
        'document_id',
        'anonymised_as',
        'started_at',
        'all_signed_at',
        'signed_at',
        'sent_at',
        'ended_at',
        'created_at',
        'updated_at',
      ],
    },
    signature_files: {
      holds: { processes: ['filename'] },
      none: ['client_id', 'id', 'version', 'size', 'sha256', 'page_count', 'renew_at'],
    },
    signature_signers: {
      holds: {
        signers: [
          'user_key',
          'employee_key',
          'first_name',
          'last_name',
          'email',
          'status',
          'asked_at',
          'reminded_at',
          'viewed_at',
          'signed_at',
          'rejected_at',
          'rejection_reason',
          'drawing',
          'code_hash',
          'code_tries',
          'visit_hash',
        ],
      },
      none: [
        'client_id',
        'process_id',
        'id',
        'rank',
        'type',
        'signing_order',
        'positions',
        'code_expires_at',
        'visit_expires_at',
      ],
    },
    signature_evidence: {
      holds: { evidence: ['signer_id', 'action', 'actor_name', 'address', 'agent', 'detail', 'created_at'] },
      none: ['client_id', 'process_id', 'id'],
    },
    signature_types: {
      none: ['client_id', 'id', 'localized_consents', 'expiry_days', 'reminder_days', 'created_at', 'updated_at'],
      harmless: { name: 'of a kind of signatures', localized_names: 'of a kind of signatures' },
    },
    signature_certificates: {
      none: ['client_id', 'sealed_key', 'certificates', 'is_made', 'created_at'],
    },
  },
})
