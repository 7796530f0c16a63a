import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventNames } from './catalogue.ts'

// The table of the specification, with the resource codes of the decisions.
const SPECIFIED = `
  account.created account.updated account.deleted account.logged_in
  employee.created employee.updated employee.deleted employee.restored
  user.created user.updated user.deleted
  import.created import.started import.completed
  dataset_import.created
  dataset.created dataset.updated
  dataset_value.created dataset_value.updated dataset_value.deleted
  organization.created organization.updated organization.deleted
  organization_group.created organization_group.updated
  custom_field.created custom_field.deleted custom_field.updated
  saml_identity_provider.created saml_identity_provider.updated saml_identity_provider.deleted
  vault_link.deleted
  role.created role.deleted role.updated
  document_generation.created
  document_template.created document_template.updated document_template.deleted
  document_template_version.created document_template_version.activated document_template_version.deactivated
  signature_type.created signature_type.updated signature_type.deleted
  signature_process.created signature_process.sent signature_process.updated signature_process.signed
  signature_process.completed signature_process.deleted
  employee_document.created employee_document.deleted employee_document.restored employee_document.trashed
  employee_document.updated employee_document.unlinked
  company_document.created company_document.deleted company_document.restored company_document.trashed
  company_document.updated
  legal_hold.created legal_hold.deleted
  employee_document_type.created employee_document_type.updated
  company_document_type.created company_document_type.updated
  workingfile.signed workingfile.created workingfile.updated workingfile.sealed
  request.created request.updated request.deleted
  process.created process.published process.completed process.finalized process.hidden
  deletion_request.created deletion_request.confirmed deletion_request.canceled deletion_request.prepared
  deletion_request.completed deletion_request.failed
  retention_policy.created retention_policy.deleted
  webhook.created webhook.deleted webhook.updated`

// Decisions 5.1.
const OUR_ADDITIONS = `
  dataset.deleted dataset_import.started dataset_import.completed webhook.disabled request.commented note.created
  article.created article.updated article.deleted distribution_project.created distribution_project.ready
  distribution_project.validated distribution_project.completed
  disposal.created disposal.ready disposal.completed disposal.canceled disposal.failed
  access_package.created access_package.ready access_package.failed audit_checkpoint.created`

describe('the catalogue of events', () => {
  test('is the table of the specification and our additions, and nothing else', () => {
    const expected = `${SPECIFIED} ${OUR_ADDITIONS}`.trim().split(/\s+/)

    assert.deepEqual([...eventNames].toSorted(), expected.toSorted())
  })

  test('names each event once', () => {
    assert.equal(new Set(eventNames).size, eventNames.length)
  })
})
