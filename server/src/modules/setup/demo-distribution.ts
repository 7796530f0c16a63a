/** Payslips and letters in each of the four formats; docs/guides/distribution.md has a file for each. */
export const demoDistribution = {
  validation_options: [
    { id: 1, code: 'by-hr', name: 'HR validates by hand' },
    { id: 2, code: 'two-people', name: 'Two people validate', validators: 2, acknowledge_warnings: true },
  ],
  paper_configurations: [
    { code: 'standard-mail', name: 'Standard mail' },
    { code: 'duplex-mail', name: 'Standard mail, both sides', duplex: true },
  ],
  groups: [{ code: 'payroll', name: 'Payroll team', managers: ['M-1'] }],
  types: [
    {
      id: 1,
      code: 'payslips-zip',
      name: 'Payslips, one file each',
      format: 'zip_names',
      document_type: 'payslip',
      pattern: '^(?<employee_number>\\d+)_(?<period>\\d{6})\\.pdf$',
    },
    {
      id: 2,
      code: 'payslips-index',
      name: 'Payslips with an index',
      format: 'zip_index',
      document_type: 'payslip',
    },
    {
      id: 3,
      code: 'payslips-pdf',
      name: 'Payslips in one PDF',
      format: 'pdf_split',
      document_type: 'payslip',
      pattern: 'Employee no: (?<employee_number>\\d+)\\s+Period: (?<period>\\d{4}-\\d{2})',
    },
    {
      id: 4,
      code: 'letters-txt',
      name: 'Letters as text',
      format: 'txt_split',
      document_type: 'letter',
      pattern: 'Employee no: (?<employee_number>\\d+)',
      title: 'Letter on your bonus',
    },
  ],
}
