import { declareColumns } from '#kernel/personal-data/columns.ts'

export const documentColumns = declareColumns({
  area: 'Documents and vaults',
  holdings: {
    documents: {
      what: 'Documents in the folders of employees and of organizations: whose, title, file name, external ids, metas and filters of the type, who uploaded it, text for searching',
      whose: ['employees'],
      why: 'The personnel file: contracts, payslips, certificates and other papers of the employment',
      until:
        'As the retention policies for the type of the document say; without a policy until it is deleted. What is deleted lies in the trash first.',
      seenBy:
        'The employee, if the type is visible to employees; managers with `employee_documents:read` or `company_documents:read` in their organizations, within their access restrictions; applications with the same permissions',
      erasure: {
        by: 'documents',
        how: 'deleted',
        but: 'Documents that a retention policy or a legal hold keeps stay until it ends. Company documents are not about one employee and stay.',
      },
      handedOut: 'documents',
    },
    ownUploads: {
      what: 'When the employee sent a document, changed it, or took it back',
      whose: ['employees'],
      why: 'To let the employee take it back within a day, and to show that it came from the employee',
      until: 'As long as the document',
      seenBy: 'The employee',
      erasure: { by: 'documents', how: 'deleted' },
      handedOut: 'documents',
    },
    vaults: {
      what: 'The vault: copies of documents that the employee keeps, with title, file name and type, and since when the vault is linked',
      whose: ['employees'],
      why: 'The employee’s own archive, beyond the end of the employment',
      until: 'As long as the employee wants it; no policy of the company reaches it',
      seenBy:
        'The employee alone; managers and applications with `vault_links:read` see that there is a vault and not what is in it',
      erasure: {
        by: 'vault',
        how: 'deleted',
        but: 'If the company asked for the erasure, it stays until the employee has downloaded it.',
      },
      handedOut: 'vault',
    },
    files: {
      what: 'The files of documents, and pictures of their pages',
      whose: ['employees'],
      why: 'As the documents',
      until: 'Until the last document, vault or other record that has the file is gone; removed every night',
      seenBy: 'As the documents',
      erasure: { by: 'documents', how: 'deleted' },
      handedOut: 'documents',
      elsewhere: 'the file store, encrypted',
    },
  },
  tables: {
    documents: {
      holds: {
        documents: [
          'employee_key',
          'title',
          'external_unique_id',
          'external_reference',
          'metas',
          'filters',
          'api_uploader_name',
          'filename',
          'search_text',
        ],
      },
      none: [
        'client_id',
        'key',
        'id',
        'kind',
        'document_type_id',
        'organization_keys',
        'date',
        'content_type',
        'size',
        'sha256',
        'page_count',
        'origin',
        'is_linked',
        'is_withheld',
        'trashed_at',
        'created_at',
        'updated_at',
      ],
    },
    own_uploads: {
      holds: { ownUploads: ['document_key', 'sent_at', 'changed_at', 'withdrawn_at'] },
      none: ['client_id', 'was_linked'],
    },
    vault_documents: {
      holds: { vaults: ['employee_key', 'title', 'filename', 'search_text'] },
      none: ['client_id', 'id', 'document_type_id', 'date', 'content_type', 'size', 'sha256', 'page_count', 'filed_at'],
    },
    vault_links: { holds: { vaults: ['employee_key', 'created_at', 'deleted_at'] }, none: ['client_id', 'id'] },
    document_images: { none: ['client_id', 'source_sha256', 'variant', 'sha256', 'size', 'created_at'] },
    document_types: {
      none: [
        'client_id',
        'id',
        'code',
        'kind',
        'visible_by_employee',
        'upload_by_employee',
        'retention',
        'metas',
        'filters',
        'allowed_extensions',
        'created_at',
        'updated_at',
      ],
      harmless: {
        name: 'of a type of documents',
        localized_names: 'of a type of documents',
        search_text: 'code and names of a type of documents',
      },
    },
  },
})
