import { declareColumns } from '#kernel/personal-data/columns.ts'

const READERS =
  'The employee, if the request is visible to employees; managers with `requests:read` for the employee’s organizations, and for hidden requests those who are assigned or hold `requests:read_all`; applications with `requests:read` and API keys'

export const requestColumns = declareColumns({
  area: 'Requests',
  holdings: {
    requests: {
      what: 'Requests: subject, text, answers to the form, state in the client’s own words, who it is about, who made it, who handles and closed it',
      whose: ['employees', 'managers'],
      why: 'To handle what an employee asks for',
      until: 'As the retention policies on requests say; without a policy until it is deleted',
      seenBy: READERS,
      erasure: {
        by: 'requests',
        how: 'deleted',
        but: 'With the mode `anonymise` the request stays for counting, without texts, answers and files, and the pseudonym stands for the employee. In requests of others the pseudonym stands for the employee, too.',
      },
      handedOut: 'requests',
    },
    conversation: {
      what: 'Comments, internal ones included, and what was changed in a request: by whom, when, from which value to which',
      whose: ['employees', 'managers'],
      why: 'To talk about the request, and to show how it was handled',
      until: 'As long as the request',
      seenBy: `${READERS}. Employees read comments that are not internal, and the others in their access package.`,
      erasure: {
        by: 'requests',
        how: 'deleted',
        but: 'What the employee wrote in requests of others stays, under the pseudonym.',
      },
      handedOut: 'requests',
    },
    files: {
      what: 'Files that came with a request or a comment, and their names',
      whose: ['employees'],
      why: 'To prove or explain what is asked for',
      until: 'As long as the request',
      seenBy: READERS,
      erasure: { by: 'requests', how: 'deleted' },
      handedOut: 'requests',
    },
    counts: {
      what: 'How many requests a person made, under the internal number of the person',
      whose: ['employees', 'managers'],
      why: 'To tell how long a list is without counting it',
      until: 'As long as the requests',
      seenBy: 'Nobody by itself; lists show the sum',
      erasure: { by: 'requests', how: 'replaced', but: 'The count falls to zero with the requests.' },
      handedOut: { not: 'It follows from the requests, which the package lists.' },
    },
  },
  tables: {
    requests: {
      holds: {
        requests: [
          'subject',
          'sort_subject',
          'body',
          'body_json',
          'custom_state',
          'employee_key',
          'creator_user_key',
          'creator_employee_key',
          'manager_keys',
          'closed_by_user_key',
        ],
      },
      none: [
        'client_id',
        'id',
        'form_code',
        'form_version',
        'origin',
        'priority',
        'status',
        'processing_date_due',
        'processing_start_date',
        'closed_at',
        'visible_by_employee',
        'callback_url',
        'created_at',
        'updated_at',
        'anonymised_as',
      ],
    },
    request_history: {
      holds: { conversation: ['changes', 'user_key', 'employee_key', 'actor_type', 'actor_name'] },
      none: ['client_id', 'request_id', 'id', 'action', 'created_at'],
      harmless: { comment_id: 'the number of a comment' },
    },
    request_comments: {
      holds: { conversation: ['body', 'user_key', 'employee_key'] },
      none: ['client_id', 'request_id', 'id', 'internal', 'created_at'],
    },
    request_files: {
      holds: { files: ['filename'] },
      none: ['client_id', 'request_id', 'id', 'field_code', 'position', 'content_type', 'size', 'sha256'],
      harmless: { comment_id: 'the number of a comment' },
    },
    request_tallies: { holds: { counts: ['value', 'count'] }, none: ['client_id', 'dimension'] },
    request_changes_to_count: {
      holds: { counts: ['creator_user_key', 'creator_employee_key'] },
      none: ['client_id', 'id', 'change', 'form_code', 'status', 'origin', 'created_at', 'closed_at'],
    },
    forms: {
      none: ['client_id', 'code', 'version', 'total_hits', 'created_at', 'updated_at', 'deleted_at'],
      harmless: { search_text: 'code and titles of a form' },
    },
    form_versions: { none: ['client_id', 'code', 'version', 'definition', 'created_at'] },
  },
})
