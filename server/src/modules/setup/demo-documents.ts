const WIDTH = 72
const RULE = '-'.repeat(WIDTH)

type DemoDocument = {
  title: string
  document_type_code: string
  employee_technical_id?: string
  organization_codes?: string[]
  date: string
  document_type_metas?: Record<string, unknown>
  text: string
}
type Paid = { technicalId: string; name: string; number: string; place: string; salary: number }

const PAID: Paid[] = [
  { technicalId: 'E-1001', name: 'Ada Moreau', number: '1001', place: 'Paris office', salary: 3650 },
  { technicalId: 'E-1002', name: 'Béla Fekete', number: '1002', place: 'Paris office', salary: 2480 },
  { technicalId: 'E-2001', name: 'Emma Clarke', number: '2001', place: 'London office', salary: 3820 },
]
const PAYSLIPS = 3
const PENSION = 0.04
const TAX = 0.12

/** What is filed in the demo on the day it is made, the oldest first: contracts, payslips of the last months, a policy. */
export function demoDocuments(now: Date): DemoDocument[] {
  return [...PAID.flatMap((one) => [contractOf(one), ...payslipsOf(one, now)]), policy()]
}

function payslipsOf(paid: Paid, now: Date): DemoDocument[] {
  return Array.from({ length: PAYSLIPS }, (_, index) => {
    const monthsAgo = PAYSLIPS - 1 - index
    const monthEnd = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 0))
    const date = monthEnd.toISOString().slice(0, 10)
    const period = date.slice(0, 7)
    return {
      title: `Payslip ${period}`,
      document_type_code: 'payslip',
      employee_technical_id: paid.technicalId,
      date,
      document_type_metas: { period },
      text: payslipText(paid, period, date),
    }
  })
}

function payslipText({ name, number, place, salary }: Paid, period: string, date: string): string {
  const pension = salary * PENSION
  const tax = salary * TAX
  return lines(
    ['DEMO COMPANY', 'PAYSLIP'],
    [place, period],
    '',
    [name, `No. ${number}`],
    RULE,
    ['Salary', amount(salary)],
    [`Pension ${PENSION * 100} %`, amount(-pension)],
    [`Tax at source ${TAX * 100} %`, amount(-tax)],
    RULE,
    ['Paid out', amount(salary - pension - tax)],
    '',
    `Paid on ${date} to your account. Keep this document without limit of time.`,
  )
}

function contractOf({ technicalId, name, number, place, salary }: Paid): DemoDocument {
  const signedOn = '2023-02-20'
  return {
    title: 'Employment contract',
    document_type_code: 'contract',
    employee_technical_id: technicalId,
    date: signedOn,
    document_type_metas: { signed_on: signedOn },
    text: lines(
      'EMPLOYMENT CONTRACT',
      RULE,
      '',
      'between Demo company',
      `and ${name}, employee number ${number}`,
      '',
      `1. Work begins on 2023-03-01 at the ${place}.`,
      '2. A week has 35 hours of work, a year 25 days of paid leave.',
      `3. The salary is ${amount(salary).trim()} a month, paid on its last day.`,
      '4. Both sides may end this contract with three months’ notice.',
      '',
      `Signed on ${signedOn}.`,
    ),
  }
}

/** What the demo has signed, and where its signatures stand. */
export function demoAgreement() {
  const place = { page: 1, y: 0.245, width: 0.32, height: 0.09 }
  return {
    title: 'Agreement on working from home',
    text: lines(
      'AGREEMENT ON WORKING FROM HOME',
      RULE,
      '',
      'between Demo company',
      'and Ada Moreau, employee number 1001',
      '',
      '1. Up to three days a week are worked from home, as agreed with the team.',
      '2. The company lends a screen and a chair.',
      '3. Documents with personal data stay on the company’s machines.',
      '4. Both sides may end this agreement with one month’s notice.',
      '',
      ['Ada Moreau', 'For Demo company'],
    ),
    positions: { employee: { ...place, x: 0.1 }, manager: { ...place, x: 0.57 } },
  }
}

function policy(): DemoDocument {
  return {
    title: 'Working from home',
    document_type_code: 'policy',
    organization_codes: ['GROUP'],
    date: '2025-01-15',
    text: lines(
      'WORKING FROM HOME',
      RULE,
      '',
      'Up to three days a week, agreed with the team. The company lends screen',
      'and chair; documents with personal data stay on the company’s machines.',
    ),
  }
}

function amount(value: number): string {
  return value.toFixed(2).padStart(12)
}

/** Each below the other; a pair stands at both margins. */
function lines(...rows: (string | [left: string, right: string])[]): string {
  return rows.map((row) => (typeof row === 'string' ? row : row[0].padEnd(WIDTH - row[1].length) + row[1])).join('\n')
}
