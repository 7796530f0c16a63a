import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ProfileInput } from '#modules/directory/users/schemas.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { startApp } from '#test/harness/app.ts'
import { globex, unique } from '#test/harness/builders.ts'
import { aManager, anEmployee, anOrganization, aRole } from '#test/harness/features/directory/builders.ts'
import { aDocumentType, documentCalls } from '#test/harness/features/documents/document-calls.ts'
import { aRecordingMailer, type NoteKind, noteCalls, remind } from '#test/harness/features/notes.ts'

const service = await startApp()
const { v2 } = service
const { written, stored } = noteCalls(service)
const { uploaded } = documentCalls(service)

const LONG_AGO = '2020-01-01T00:00:00Z'
const everything = await aRole(service)
const types = {
  employee: await aDocumentType(service),
  company: await aDocumentType(service, { kind: 'company' }),
}
const aManagerOf = (...profiles: ProfileInput[]) => aManager(service, { profiles })

/** Technical ids of those among the managers whom a note reminds, each as often as there are mails. */
async function reminded(managers: string[], kind: NoteKind, subject: object): Promise<string[]> {
  const id = await written(kind, { remind_date: LONG_AGO, ...subject })
  const office = aRecordingMailer()
  await remind(service, office)
  assert.ok((await stored(id)).reminded_at)
  return amongThem(managers, office.sent)
}

function amongThem(managers: string[], mails: Mail[]): string[] {
  const known = new Map(managers.map((one) => [`${one.toLowerCase()}@acme.test`, one]))
  return mails.flatMap((mail) => known.get(mail.to) ?? []).toSorted()
}

/** What a note may be on, and what a manager needs to see it. */
const needed = {
  'an employee': 'employees:read',
  'an employee document': 'employee_documents:read',
  'a company document': 'company_documents:read',
} as const
type What = keyof typeof needed

/** An employee in the middle of top > middle > bottom, with a document of each kind there. */
async function aTree() {
  const top = await anOrganization(service)
  const middle = await anOrganization(service, { parent: top })
  const bottom = await anOrganization(service, { parent: middle })
  const employee_technical_id = await anEmployee(service, { organizations: [middle] })
  const subjects: Record<What, [kind: NoteKind, subject: object]> = {
    'an employee': ['employees', { employee_technical_id }],
    'an employee document': [
      'documents',
      { document_id: await uploaded({ document_type_code: types.employee, employee_technical_id }) },
    ],
    'a company document': [
      'documents',
      { document_id: await uploaded({ document_type_code: types.company, organization_codes: [middle] }) },
    ],
  }
  return { top, middle, bottom, employee_technical_id, subjects }
}

for (const [what, permission] of Object.entries(needed) as [What, string][]) {
  describe(`whom a note on ${what} reminds`, () => {
    test('those whose perimeter covers it: its organization, or one above with all below', async () => {
      const { top, middle, bottom, subjects } = await aTree()
      const there = await aManagerOf({ role: everything, organizations: [middle] })
      const above = await aManagerOf({ role: everything, organizations: [top], include_below: true })
      const others = [
        await aManagerOf({ role: everything, organizations: [top] }),
        await aManagerOf({ role: everything, organizations: [bottom], include_below: true }),
        await aManagerOf({ role: everything, organizations: [await anOrganization(service)] }),
        await aManagerOf({ role: everything, organizations: [] }),
        await aManagerOf(),
      ]

      assert.deepEqual(await reminded([there, above, ...others], ...subjects[what]), [there, above].toSorted())
    })

    test(`Spec 274: those whose role there is for ${permission} and notes:read, and no others`, async () => {
      const { middle, top, subjects } = await aTree()
      const [resource] = permission.split(':')
      const rest = Object.values(needed).filter((one) => one !== permission)
      const managerWith = async (...permissions: string[]) =>
        aManagerOf({ role: await aRole(service, { permissions }), organizations: [middle] })
      const seeing = [
        await managerWith(permission, 'notes:read'),
        await managerWith(`${resource}:*`, 'notes:*'),
        await managerWith('*'),
      ]
      const elsewhere = { role: await aRole(service, { permissions: [permission] }), organizations: [top] }
      const here = { role: await aRole(service, { permissions: ['notes:read'] }), organizations: [middle] }
      const others = [
        await managerWith(permission),
        await managerWith(`${resource}:write`, 'notes:read'),
        await managerWith(...rest, 'notes:*'),
        await managerWith(),
        await aManagerOf(elsewhere, here),
      ]

      assert.deepEqual(await reminded([...seeing, ...others], ...subjects[what]), seeing.toSorted())
    })

    test('a manager with several profiles that cover it once', async () => {
      const { top, middle, subjects } = await aTree()
      const other = await aRole(service)
      const manager = await aManagerOf(
        { role: everything, organizations: [middle, top] },
        { role: other, organizations: [top], include_below: true },
        { role: other, organizations: [middle] },
      )

      assert.deepEqual(await reminded([manager], ...subjects[what]), [manager])
    })

    test('Spec 274: of the managers who are named, those who may see it', async () => {
      const { middle, subjects } = await aTree()
      const seeing = await aManagerOf({ role: everything, organizations: [middle] })
      const named = await aManagerOf({ role: everything, organizations: [middle] })
      const far = await aManagerOf()
      const [kind, subject] = subjects[what]

      const got = await reminded([seeing, named, far], kind, { ...subject, visible_by_managers: [named, far, named] })

      assert.deepEqual(got, [named])
    })

    test('Spec 168: a manager who is named and has lost the role or the perimeter gets nothing', async () => {
      const { middle, subjects } = await aTree()
      const blind = await aRole(service, { permissions: ['users:read'] })
      const profiles = [{ role: everything, organizations: [middle] }]
      const staying = await aManager(service, { profiles })
      const demoted = await aManager(service, { profiles })
      const moved = await aManager(service, { profiles })
      const left = await aManager(service, { profiles })
      const [kind, subject] = subjects[what]
      const due = new Date(service.clock.now().getTime() + 3_600_000)
      const visible_by_managers = [staying, demoted, moved, left]
      const id = await written(kind, { ...subject, remind_date: due.toISOString(), visible_by_managers })

      await aManager(service, { technical_id: demoted, profiles: [{ role: blind, organizations: [middle] }] })
      await aManager(service, { technical_id: moved, profiles: [] })
      await v2('DELETE', `/users/${left}`)
      const office = aRecordingMailer()
      await remind(service, { ...office, now: due })

      assert.deepEqual(amongThem(visible_by_managers, office.sent), [staying])
      assert.ok((await stored(id)).reminded_at)
    })

    test('Spec 168: nobody whose log-in is switched off, and those who have none yet', async () => {
      const { middle, subjects } = await aTree()
      const profiles = [{ role: everything, organizations: [middle] }]
      const off = await aManager(service, { profiles })
      const on = await aManager(service, { profiles })
      const without = await aManager(service, { profiles })
      for (const [manager, is_active] of [
        [off, false],
        [on, true],
      ]) {
        assert.equal((await v2('PUT', `/accounts/manager:${manager}`, { body: { is_active } })).statusCode, 201)
      }

      assert.deepEqual(await reminded([off, on, without], ...subjects[what]), [on, without].toSorted())
    })

    test('Spec 168: a reminder that failed is not sent to a manager who has lost the perimeter since', async () => {
      const { middle, subjects } = await aTree()
      const manager = await aManagerOf({ role: everything, organizations: [middle] })
      const [kind, subject] = subjects[what]
      const id = await written(kind, { ...subject, remind_date: LONG_AGO })
      const broken = aRecordingMailer((mail) => mail.to === `${manager.toLowerCase()}@acme.test`)
      const start = service.clock.now()
      await remind(service, { ...broken, now: start })
      assert.equal((await stored(id)).reminded_at, null)

      await aManager(service, { technical_id: manager, profiles: [] })
      const office = aRecordingMailer()
      await remind(service, { ...office, now: new Date(start.getTime() + 60_000) })

      assert.deepEqual(amongThem([manager], office.sent), [])
      assert.ok((await stored(id)).reminded_at)
    })

    test('those who see it when it is due, not those who saw it when it was written', async () => {
      const { top, middle, subjects } = await aTree()
      const leaving = await aManagerOf({ role: everything, organizations: [middle] })
      const moving = await aManagerOf({ role: everything, organizations: [middle] })
      const staying = await aManagerOf({ role: everything, organizations: [middle] })
      const coming = await aManagerOf()
      const [kind, subject] = subjects[what]
      const due = new Date(service.clock.now().getTime() + 3_600_000)
      await written(kind, { ...subject, remind_date: due.toISOString() })

      await v2('DELETE', `/users/${leaving}`)
      await aManager(service, { technical_id: moving, profiles: [{ role: everything, organizations: [top] }] })
      await aManager(service, { technical_id: coming, profiles: [{ role: everything, organizations: [middle] }] })
      const appointed = await aManagerOf({ role: everything, organizations: [middle] })
      const office = aRecordingMailer()
      await remind(service, { ...office, now: due })

      const everybody = [leaving, moving, staying, coming, appointed]
      assert.deepEqual(amongThem(everybody, office.sent), [staying, coming, appointed].toSorted())
    })

    test('nobody of another client whose organizations have the same names', async () => {
      const { middle, subjects } = await aTree()
      await anOrganization(service, { code: middle, owner: globex })
      const role = await aRole(service, { code: everything, owner: globex })
      const profiles = [{ role, organizations: [middle] }]
      const foreign = await aManager(service, { owner: globex, profiles })

      assert.deepEqual(await reminded([foreign], ...subjects[what]), [])
    })
  })
}

describe('whom a note reminds', () => {
  test('of an employee who left: the managers of where that was', async () => {
    const here = await anOrganization(service)
    const there = await anOrganization(service)
    const registration = (organization_code: string, active: boolean) => {
      return { organization_code, employee_number: unique('N'), active }
    }
    const gone = await anEmployee(service, { registrations: [registration(here, false)] })
    const moved = await anEmployee(service, { registrations: [registration(here, false), registration(there, true)] })
    const ofHere = await aManagerOf({ role: everything, organizations: [here] })
    const ofThere = await aManagerOf({ role: everything, organizations: [there] })
    const both = [ofHere, ofThere]

    assert.deepEqual(await reminded(both, 'employees', { employee_technical_id: gone }), [ofHere])
    assert.deepEqual(await reminded(both, 'employees', { employee_technical_id: moved }), [ofThere])
  })

  test('nobody of an employee who is deleted, and those of one who is restored in time', async () => {
    const { middle, employee_technical_id } = await aTree()
    const manager = await aManagerOf({ role: everything, organizations: [middle] })
    const later = new Date(service.clock.now().getTime() + 3_600_000)
    const office = aRecordingMailer()
    await written('employees', { employee_technical_id, remind_date: LONG_AGO })
    await written('employees', { employee_technical_id, remind_date: later.toISOString() })

    await v2('DELETE', `/employees/${employee_technical_id}`)
    await remind(service, office)
    assert.deepEqual(amongThem([manager], office.sent), [])
    await v2('POST', `/employees/${employee_technical_id}/restore`)
    await remind(service, { ...office, now: later })

    assert.deepEqual(amongThem([manager], office.sent), [manager])
  })

  test('Spec 168: nobody of a document of an employee who is deleted, nor of one that is deleted itself', async () => {
    const { middle, employee_technical_id, subjects } = await aTree()
    const manager = await aManagerOf({ role: everything, organizations: [middle] })
    const [, onDocument] = subjects['an employee document']
    const [, onCompany] = subjects['a company document'] as [NoteKind, { document_id: string }]
    const later = new Date(service.clock.now().getTime() + 3_600_000)
    for (const subject of [onDocument, { ...onDocument, visible_by_managers: [manager] }, onCompany]) {
      await written('documents', { ...subject, remind_date: later.toISOString() })
    }

    await v2('DELETE', `/employees/${employee_technical_id}`)
    await v2('DELETE', `/company_documents/${onCompany.document_id}`)
    const office = aRecordingMailer()
    await remind(service, { ...office, now: later })

    assert.deepEqual(amongThem([manager], office.sent), [])
  })

  test('of a document: the managers of its organizations, not of the others of the employee', async () => {
    const filed = await anOrganization(service)
    const other = await anOrganization(service)
    const employee_technical_id = await anEmployee(service, { organizations: [filed, other] })
    const ofFiled = await aManagerOf({ role: everything, organizations: [filed] })
    const ofOther = await aManagerOf({ role: everything, organizations: [other] })
    const narrow = { document_type_code: types.employee, employee_technical_id, organization_codes: [filed] }
    const wide = { document_type_code: types.company, organization_codes: [filed, other] }
    const both = [ofFiled, ofOther]

    assert.deepEqual(await reminded(both, 'documents', { document_id: await uploaded(narrow) }), [ofFiled])
    assert.deepEqual(await reminded(both, 'documents', { document_id: await uploaded(wide) }), both.toSorted())
  })

  test('each of two managers who share an e-mail address, with mails of their own', async () => {
    const { middle, employee_technical_id } = await aTree()
    const profiles = [{ role: everything, organizations: [middle] }]
    const email = `${unique('shared')}@acme.test`
    for (const first_name of ['Ann', 'Bob']) await aManager(service, { first_name, email, profiles })
    const office = aRecordingMailer()

    await written('employees', { employee_technical_id, remind_date: LONG_AGO })
    await remind(service, office)

    const mails = office.sent.filter((one) => one.to === email)
    assert.deepEqual(mails.map((one) => /Hello (\w+),/.exec(one.text)?.[1]).toSorted(), ['Ann', 'Bob'])
    assert.equal(new Set(mails.map((one) => one.messageId)).size, 2)
  })
})

describe('when a note reminds', () => {
  test('at remind_date, not a moment before, and once', async () => {
    const { middle, employee_technical_id } = await aTree()
    const manager = await aManagerOf({ role: everything, organizations: [middle] })
    const due = new Date(service.clock.now().getTime() + 3_600_000)
    const id = await written('employees', { employee_technical_id, remind_date: due.toISOString() })
    const mailsAt = async (now: Date) => {
      const office = aRecordingMailer()
      await remind(service, { ...office, now })
      return amongThem([manager], office.sent)
    }

    assert.deepEqual(await mailsAt(new Date(due.getTime() - 1)), [])
    assert.equal((await stored(id)).reminded_at, null)
    assert.deepEqual(await mailsAt(due), [manager])
    assert.equal((await stored(id)).reminded_at, `${due.toISOString().slice(0, 19)}+00:00`)
    for (const hours of [0, 1, 10_000]) assert.deepEqual(await mailsAt(new Date(due.getTime() + hours * 3_600_000)), [])
    assert.equal((await stored(id)).reminded_at, `${due.toISOString().slice(0, 19)}+00:00`)
  })

  test('never without a remind_date', async () => {
    const { middle, employee_technical_id } = await aTree()
    const manager = await aManagerOf({ role: everything, organizations: [middle] })
    const id = await written('employees', { employee_technical_id })
    const office = aRecordingMailer()

    await remind(service, { ...office, now: new Date('2999-01-01') })

    assert.deepEqual(amongThem([manager], office.sent), [])
    assert.equal((await stored(id)).reminded_at, null)
  })

  const jobs: [what: string, secondsAhead: number, isExpected: boolean][] = [
    ['in the past', -86_400, true],
    ['in half a minute', 30, true],
    ['in two minutes', 120, false],
  ]
  for (const [what, seconds, isExpected] of jobs) {
    test(`a date ${what} ${isExpected ? 'brings a job with the note, to start then' : 'is left to the schedule'}`, async () => {
      const { employee_technical_id } = await aTree()
      const remind_date = new Date(service.clock.now().getTime() + seconds * 1000)
      const startsAt = async () => {
        const { rows } = await service.pool.query<{ start_after: Date }>(
          `SELECT start_after FROM jobs.job WHERE name = 'notes.remind' AND start_after = $1`,
          [remind_date],
        )
        return rows.length
      }

      await written('employees', { employee_technical_id, remind_date: remind_date.toISOString() })

      assert.equal(await startsAt(), isExpected ? 1 : 0)
    })
  }
})
