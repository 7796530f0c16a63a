import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { EvidenceEntry } from '#modules/signatures/processes/schemas.ts'
import { startApp } from '#test/harness/app.ts'
import { anEmployee } from '#test/harness/features/directory/builders.ts'
import { aSignatureType, CONSENT, signatureCalls, TYPED } from '#test/harness/features/signatures.ts'
import { consentText } from './consent.ts'
import { signingToken } from './signing-link.ts'

const service = await startApp()
const { v2, app, keyring } = service
const { started, signerCalls, codeFor } = signatureCalls(service)

const employee = await anEmployee(service, { email: 'ada@acme.test', language: 'fr-fr' })
const byEmployee = [{ type: 'employee' as const, technical_id: employee }]
const body = { drawing: TYPED, consent: CONSENT }
const evidenceOf = async (id: string): Promise<EvidenceEntry[]> =>
  (await v2('GET', `/signature_processes/${id}/evidence`)).json()

const STANDARD: Record<string, RegExp> = {
  en: /^I have read this document\./,
  fr: /^J’ai lu ce document\./,
  de: /^Ich habe dieses Dokument gelesen\./,
  es: /^He leído este documento\./,
}

describe('the text that a signer agrees to', () => {
  for (const [language, start] of Object.entries(STANDARD)) {
    test(`is the standard text in ${language} for a type without one`, () => {
      assert.match(consentText({}, language, ['en-us']), start)
      assert.match(consentText({}, `${language}-XX`, ['en-us']), start)
    })
  }

  test('is the English standard text for languages that nothing is written in', () => {
    for (const language of ['nl', 'zh-hant-tw', null]) {
      assert.match(consentText({}, language, ['nl']), STANDARD.en ?? assert.fail())
    }
  })

  const consents = { 'fr-fr': 'Oui.', 'de-de': 'Ja.', 'en-us': 'Yes.' }
  for (const [what, given, language, languages, expected] of [
    ['of the type, in the language of the signer', consents, 'fr-fr', ['de-de'], 'Oui.'],
    ['whatever the case of the language', consents, 'FR-fr', ['de-de'], 'Oui.'],
    ['for another country with the same language', consents, 'fr-CA', ['de-de'], 'Oui.'],
    ['in English before the language of the client', consents, 'es-es', ['de-de'], 'Yes.'],
    ['in English for a signer without a language', consents, null, ['de-de'], 'Yes.'],
    ['in the language of the client', { 'de-de': 'Ja.', 'fr-fr': 'Oui.' }, 'es-es', ['fr-fr'], 'Oui.'],
    ['in the one language that it has, never the standard text', { 'pl-pl': 'Tak.' }, 'es-es', ['fr-fr'], 'Tak.'],
  ] as const) {
    test(`is that ${what}`, () => assert.equal(consentText(given, language, languages), expected))
  }

  // A signer could not agree to nothing: what they agree to has at least one character.
  for (const blank of ['', ' ', '\n\t\u00a0']) {
    test(`is never ${JSON.stringify(blank)}: a language with such a text counts as one without`, () => {
      assert.match(consentText({ 'en-us': blank }, 'en-us', ['en-us']), STANDARD.en ?? assert.fail())
      assert.match(consentText({ 'fr-fr': blank }, 'fr-ca', ['fr-fr']), STANDARD.fr ?? assert.fail())
      assert.equal(consentText({ 'fr-fr': blank, 'en-us': 'Yes.' }, 'fr-fr', ['fr-fr']), 'Yes.')
      assert.equal(consentText({ 'fr-ca': blank, 'fr-fr': 'Oui.' }, 'fr-ca', ['de-de']), 'Oui.')
    })
  }

  test('is as it was written, with the blanks around it and its lines', () => {
    assert.equal(consentText({ 'en-us': ' Yes,\n I do. ' }, 'en-us', ['en-us']), ' Yes,\n I do. ')
  })
})

describe('agreeing to the text', () => {
  test('200 signs what has an empty text to agree to: the standard text takes its place', async () => {
    const localized_consents = [{ language_code: 'fr-fr', value: '' }]
    const process = await started({
      signature_type_id: await aSignatureType(service, { localized_consents }),
      signers: byEmployee,
    })
    const call = await signerCalls(process, process.signers[0] ?? assert.fail())
    const { consent } = (await call('GET', '')).json()

    const answer = await call('POST', '/sign', { body: { drawing: TYPED, consent } })

    assert.match(consent, /^J’ai lu ce document/)
    assert.equal(answer.statusCode, 200, answer.body)
  })

  test('409 for words that are not to be agreed to', async () => {
    const signature_type_id = await aSignatureType(service, {
      localized_consents: [{ language_code: 'en-us', value: 'By all means.' }],
    })
    const process = await started({ signature_type_id, signers: byEmployee })
    const call = await signerCalls(process, process.signers[0] ?? assert.fail())

    assert.equal((await call('GET', '')).json().consent, 'By all means.')
    const refused = await call('POST', '/sign', { body })
    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'consent_changed'])
    const answer = await call('POST', '/sign', { body: { drawing: TYPED, consent: 'By all means.' } })
    assert.equal(answer.statusCode, 200)
    const entry = (await evidenceOf(process.id)).find((one) => one.action === 'signed')
    assert.equal(entry?.detail, 'By all means.')
  })

  test('409 for a text that was changed between reading and signing; the new one counts', async () => {
    const consents = (value: string) => ({ localized_consents: [{ language_code: 'fr-fr', value }] })
    const signature_type_id = await aSignatureType(service, consents('Version 1'))
    const process = await started({ signature_type_id, signers: byEmployee })
    const call = await signerCalls(process, process.signers[0] ?? assert.fail())
    const agreeTo = (consent: string) => call('POST', '/sign', { body: { drawing: TYPED, consent } })
    const before = (await call('GET', '')).json().consent
    await v2('PATCH', `/signature_types/${signature_type_id}`, { body: consents('Version 2') })

    const refused = await agreeTo(before)
    const message = 'The text to agree to has changed in the meantime. Read it again.'
    assert.deepEqual([refused.statusCode, refused.json()], [409, { code: 'consent_changed', message }])
    assert.equal((await agreeTo('version 2')).statusCode, 409)
    assert.equal((await agreeTo('Version 2')).statusCode, 200)

    const entries = (await evidenceOf(process.id)).filter((one) => one.action === 'signed')
    assert.deepEqual([before, entries.map((one) => one.detail)], ['Version 1', ['Version 2']])
  })

  test('409 for a consent in another language than that of the browser; each reads it in their own', async () => {
    const { id, signers } = await started()
    const [{ id: signerId } = assert.fail()] = signers
    const code = await codeFor({ id }, signerId)
    const url = `/portal/api/signing/${signingToken(keyring, signerId)}`
    const headers = { 'x-requested-with': 'dossier' }
    const visit = await app.inject({ method: 'POST', url: `${url}/visits`, headers, payload: { code } })
    const cookie = String(visit.headers['set-cookie']).split(';')[0] ?? ''
    const inFrench = { ...headers, cookie, 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.8' }
    const signIn = (given: object, consent: string) =>
      app.inject({
        method: 'POST',
        url: `${url}/document/sign`,
        headers: { ...headers, cookie, ...given },
        payload: { ...body, consent },
      })

    const { consent } = (await app.inject({ method: 'GET', url: `${url}/document`, headers: inFrench })).json()

    assert.match(consent, /^J’ai lu ce document/)
    const message = 'The text to agree to has changed in the meantime. Read it again.'
    for (const [given, text] of [
      [inFrench, CONSENT],
      [{}, consent],
      [{ 'accept-language': 'de' }, consent],
    ] as const) {
      const refused = await signIn(given, text)
      assert.deepEqual([refused.statusCode, refused.json()], [409, { code: 'consent_changed', message }])
    }
    assert.equal((await signIn(inFrench, consent)).statusCode, 200)
    assert.equal((await evidenceOf(id)).at(-1)?.detail, consent)
  })
})
