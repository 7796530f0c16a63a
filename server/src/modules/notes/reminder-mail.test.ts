import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Email } from 'postal-mime'
import type { UserInput } from '#modules/directory/users/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { aRecordingMailer, noteCalls, remind } from '#test/harness/features/notes.ts'

const service = await startApp()
const { written, stored } = noteCalls(service)
const { uploaded } = documentCalls(service)

const LONG_AGO = '2020-01-01T00:00:00Z'
const everything = await aRole(service)
const employeeType = await aDocumentType(service)
const companyType = await aDocumentType(service, { kind: 'company' })

type Person = { technical_id?: string; first_name?: string; last_name?: string }
type Writing = {
  description?: string
  employee?: Person
  manager?: Partial<UserInput>
  title?: string
  company?: boolean
}

/** The mail that one manager gets for a note: on an employee, or on a document when there is a title. */
async function theMail({ description = 'Ask her', employee = {}, manager = {}, title, company = false }: Writing = {}) {
  const organization = await anOrganization(service)
  const employee_technical_id = await anEmployee(service, { organizations: [organization], ...employee })
  const email = `${unique('m')}@acme.test`
  const profiles = [{ role: everything, organizations: [organization] }]
  await aManager(service, { first_name: 'Max', email, profiles, ...manager })
  const body = { description, remind_date: LONG_AGO }
  let id: string
  if (title === undefined) id = await written('employees', { employee_technical_id, ...body })
  else {
    const data = company
      ? { document_type_code: companyType, organization_codes: [organization] }
      : { document_type_code: employeeType, employee_technical_id }
    id = await written('documents', { document_id: await uploaded({ ...data, title }), ...body })
  }
  await remind(service)
  const mails = (await service.mails()).filter((one) => one.to?.[0]?.address === email)
  assert.equal(mails.length, 1)
  return { ...partsOf(mails[0] ?? assert.fail()), employee_technical_id, email, note: await stored(id) }
}

function partsOf(mail: Email) {
  return { mail, subject: mail.subject ?? '', text: mail.text ?? '', html: mail.html ?? '' }
}

/** The words of an HTML text as a browser shows them. */
function wordsOf(html: string): string {
  const shown = html.replace(/<(style|head)[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, ' ')
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
  return shown.replace(/&(lt|gt|quot|#39|amp);/g, (_, name) => entities[name] ?? '').replace(/\s+/g, ' ')
}

const folderOf = (id: string) =>
  `http://localhost:8080/api/v1/url/manager/employee/folder/?employee_id=${encodeURIComponent(id)}`

describe('the mail of a reminder', () => {
  test('says in text and in HTML who is meant, what was written, by whom and when, and leads to the folder', async () => {
    const { mail, subject, text, html, employee_technical_id, email, note } = await theMail({
      employee: { first_name: 'Zoë', last_name: 'Smith' },
    })

    assert.equal(subject, 'Reminder: note on Zoë Smith')
    assert.deepEqual(mail.to, [{ name: '', address: email }])
    assert.equal(mail.from?.address, 'no-reply@localhost')
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(note.created_at))
    for (const part of ['Hello Max,', 'Zoë Smith', 'Ask her', 'main', day]) {
      assert.ok(text.includes(part), part)
      assert.ok(wordsOf(html).includes(part), part)
    }
    assert.ok(text.includes(`\n${folderOf(employee_technical_id)}\n`))
    assert.ok(html.includes(`href="${folderOf(employee_technical_id)}"`))
  })

  test('names the document: that of an employee leads to the folder, that of a company to the portal', async () => {
    const ofEmployee = await theMail({ title: 'Contract 2024', employee: { first_name: 'Zoë', last_name: 'Smith' } })
    const ofCompany = await theMail({ title: 'Rules', company: true })

    assert.equal(ofEmployee.subject, 'Reminder: note on the document “Contract 2024”')
    for (const part of ['Contract 2024', 'Zoë Smith', folderOf(ofEmployee.employee_technical_id)]) {
      assert.ok(ofEmployee.text.includes(part), part)
    }
    assert.equal(ofCompany.subject, 'Reminder: note on the document “Rules”')
    assert.match(ofCompany.text, /^http:\/\/localhost:8080\/?$/m)
    assert.doesNotMatch(ofCompany.text + ofCompany.html, /employee_id|Employee|null|undefined/)
  })

  const languages: [language: string | null, isFrench: boolean][] = [
    ['fr', true],
    ['fr-FR', true],
    ['fr-ca', true],
    ['en', false],
    ['en-GB', false],
    ['pt', false],
    [null, false],
  ]
  for (const [language, isFrench] of languages) {
    test(`is in ${isFrench ? 'French' : 'English'} for a manager whose language is ${language}`, async () => {
      const { subject, text, html } = await theMail({
        manager: { language },
        employee: { first_name: 'Eve', last_name: 'X' },
      })

      assert.equal(subject, isFrench ? 'Rappel\u00a0: note sur Eve X' : 'Reminder: note on Eve X')
      const [mine, other] = isFrench ? ['Bonjour Max,', 'Hello'] : ['Hello Max,', 'Bonjour']
      for (const part of [text, wordsOf(html)]) {
        assert.ok(part.includes(mine) && !part.includes(other))
        assert.equal(part.includes('Ouvrir le dossier'), isFrench)
        assert.equal(part.includes('Open the folder'), !isFrench)
      }
    })
  }

  test('is in French for a document too, with the day as it is written there', async () => {
    const { subject, text, note } = await theMail({ manager: { language: 'fr-FR' }, title: 'Contrat' })

    assert.equal(subject, 'Rappel\u00a0: note sur le document «\u00a0Contrat\u00a0»')
    const day = new Intl.DateTimeFormat('fr', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(note.created_at))
    assert.ok(text.includes(day), day)
  })

  test('shows markup as the text that it is, wherever it comes from', async () => {
    const attack = (name: string) => `<script>${name}()</script><img src=x onerror="${name}()">'&amp;`
    const said = { description: attack('d'), employee: { first_name: attack('f'), last_name: attack('l') } }
    const manager = { first_name: attack('m') }

    for (const writing of [said, { ...said, title: attack('t') }]) {
      const { html, text, subject } = await theMail({ ...writing, manager })

      assert.doesNotMatch(html, /<script|<img|onerror="/)
      const names = ['d', 'f', 'l', 'm', ...('title' in writing ? ['t'] : [])]
      const flat = text.replace(/\s+(?:> )?/g, ' ')
      for (const name of names) {
        assert.ok(wordsOf(html).includes(attack(name)), name)
        assert.ok(flat.includes(attack(name)), name)
      }
      assert.ok(subject.includes(attack('title' in writing ? 't' : 'f')))
    }
  })

  test('keeps the lines of the note, and only those', async () => {
    const { text, html } = await theMail({ description: 'first\nsecond\r\n\r\nfourth' })

    assert.ok(text.includes('\n> first\n> second\n>\n> fourth\n'), text)
    assert.match(html, />first<br>\s*second<br>\s*<br>\s*fourth</)
  })

  test('takes line breaks in names and titles for blanks: nobody adds a header', async () => {
    const breaks = 'A\r\nBcc: thief@example.com\r\n\r\nhello'
    const manager = { first_name: breaks, last_name: breaks }
    const { mail, subject } = await theMail({ title: breaks, manager, employee: { first_name: breaks } })

    assert.equal(subject.replace(/\s+/g, ' '), 'Reminder: note on the document “A Bcc: thief@example.com hello”')
    assert.deepEqual(
      mail.headers.map((one) => one.key).filter((key) => key === 'bcc' || key === 'cc'),
      [],
    )
    assert.equal(mail.to?.length, 1)
  })

  test('leads to employees with strange technical ids', async () => {
    const technical_id = `${unique('é')} &"<>'/?#%`
    const { html, text } = await theMail({ employee: { technical_id } })

    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => (link ?? '').replaceAll('&#39;', "'"))
    for (const link of [...links, /^http:.*$/m.exec(text)?.[0] ?? '']) {
      assert.equal(new URL(link).searchParams.get('employee_id'), technical_id)
    }
  })

  test('has an id that is the same when it is sent again, and another for each note and each manager', async () => {
    const organization = await anOrganization(service)
    const employee_technical_id = await anEmployee(service, { organizations: [organization] })
    const profiles = [{ role: everything, organizations: [organization] }]
    await aManager(service, { profiles })
    await aManager(service, { profiles })
    for (let n = 0; n < 2; n += 1) await written('employees', { employee_technical_id, remind_date: LONG_AGO })
    const now = service.clock.now()
    const lost = aRecordingMailer(() => true)
    const arrived = aRecordingMailer()

    await remind(service, { ...lost, now })
    await remind(service, { ...arrived, now: new Date(now.getTime() + 60_000) })

    const idsOf = ({ asked }: typeof lost) => asked.map((one) => one.messageId).toSorted()
    assert.deepEqual(idsOf(arrived), idsOf(lost))
    assert.equal(new Set(idsOf(lost)).size, 4)
    for (const id of idsOf(lost)) assert.match(id ?? '', /^<[0-9a-f]{32}@notes\.dossier>$/)
  })
})
