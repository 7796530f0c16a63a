import { aDataset } from '#test/harness/builders.ts'
import { aFile, asBody, requestCalls } from '#test/harness/features/requests.ts'
import type { IsolationCase, World } from '../isolation-case.ts'

/**
 * A request of E-PAR with a file and an answer that has one, and what can be done with it. Forms are for everybody of a
 * kind; a request for an employee who is not there is refused by its field: their own tests look at who is refused.
 */
export async function requestCases({ service }: World): Promise<IsolationCase[]> {
  const { made, send, patched } = requestCalls(service)
  const dataset = await aDataset(service, { dimensions: ['city'], values: ['paris-only'] })
  const fields = [
    { code: 'paper', label: 'Paper', type: 'file' },
    { code: 'where', label: 'Where', type: 'dataset', dataset },
  ]
  await service.v2('PUT', '/forms/isolated', { body: { title: 'Isolated', visible_by_employee: true, fields } })
  const ofParis = { creator_technical_id: 'M-ALL', employee_technical_id: 'E-PAR', visible_to_employee: 'true' }
  const paper = { form_code: 'isolated', paper: aFile('bytes') }
  const { id } = await made({ ...ofParis, ...paper, subject: 'Only Paris', processing_date_due: '2020-01-01' })
  const closed = await made({ ...ofParis, ...paper })
  await patched(closed.id, { status: 'closed' })
  const comment = (await send(`/requests/${id}/comments/`, { body: 'Look', files: aFile('bytes') })).json().id
  const newOne = await asBody({ form_code: 'isolated', employee_technical_id: 'E-PAR' })
  const said = { body: { body: 'Hello' } }
  return [
    ...ofEmployees(id, closed.id, comment, dataset),
    ...ofManagers(id, comment),
    { operationId: 'commentOnMyRequest', method: 'POST', path: `/me/requests/${id}/comments`, ...said, who: EMPLOYEE },
    {
      operationId: 'commentOnManagedRequest',
      method: 'POST',
      path: `/manager/requests/${id}/comments`,
      ...said,
      who: MANAGER,
    },
    {
      operationId: 'createMyRequest',
      method: 'POST',
      path: '/me/requests',
      ...newOne,
      who: EMPLOYEE,
      isForEveryone: true,
    },
    {
      operationId: 'createManagedRequest',
      method: 'POST',
      path: '/manager/requests',
      ...newOne,
      who: MANAGER,
      isForEveryone: true,
    },
    {
      operationId: 'listManagerFormValues',
      method: 'GET',
      path: `/manager/datasets/${dataset}/values`,
      who: MANAGER,
      finds: 'paris-only',
      isForEveryone: true,
    },
  ]
}

const EMPLOYEE = 'employee:E-PAR'
const MANAGER = 'manager:M-PAR'

function ofEmployees(id: string, closed: string, comment: string, dataset: string): IsolationCase[] {
  const mine = `/me/requests/${id}`
  return [
    { operationId: 'listMyRequests', method: 'GET', path: '/me/requests', who: EMPLOYEE, finds: 'Only Paris' },
    { operationId: 'getMyRequest', method: 'GET', path: mine, who: EMPLOYEE, finds: 'Only Paris' },
    { operationId: 'getMyRequestFile', method: 'GET', path: `${mine}/files/paper`, who: EMPLOYEE, finds: 'bytes' },
    {
      operationId: 'getMyRequestCommentFile',
      method: 'GET',
      path: `${mine}/comments/${comment}/files/1`,
      who: EMPLOYEE,
      finds: 'bytes',
    },
    {
      operationId: 'reopenMyRequest',
      method: 'POST',
      path: `/me/requests/${closed}/reopen`,
      body: { reason: 'Again' },
      who: EMPLOYEE,
    },
    {
      operationId: 'listMyForms',
      method: 'GET',
      path: '/me/forms',
      who: EMPLOYEE,
      finds: 'Isolated',
      isForEveryone: true,
    },
    { operationId: 'getMyForm', method: 'GET', path: '/me/forms/isolated', who: EMPLOYEE, isForEveryone: true },
    {
      operationId: 'listMyFormValues',
      method: 'GET',
      path: `/me/datasets/${dataset}/values`,
      who: EMPLOYEE,
      finds: 'paris-only',
      isForEveryone: true,
    },
  ]
}

function ofManagers(id: string, comment: string): IsolationCase[] {
  const one = `/manager/requests/${id}`
  return [
    { operationId: 'listManagedRequests', method: 'GET', path: '/manager/requests', who: MANAGER, finds: 'Only Paris' },
    { operationId: 'getManagedRequest', method: 'GET', path: one, who: MANAGER, finds: 'Only Paris' },
    { operationId: 'getManagedRequestRetention', method: 'GET', path: `${one}/retention`, who: MANAGER },
    {
      operationId: 'countManagedRequests',
      method: 'GET',
      path: '/manager/requests/counts',
      who: MANAGER,
      finds: '"overdue":1',
    },
    {
      operationId: 'changeManagedRequest',
      method: 'PATCH',
      path: one,
      body: { priority: 'URGENT' },
      who: MANAGER,
    },
    { operationId: 'getManagedRequestFile', method: 'GET', path: `${one}/files/paper`, who: MANAGER, finds: 'bytes' },
    {
      operationId: 'getManagedRequestCommentFile',
      method: 'GET',
      path: `${one}/comments/${comment}/files/1`,
      who: MANAGER,
      finds: 'bytes',
    },
    { operationId: 'listColleagues', method: 'GET', path: '/manager/managers', who: MANAGER, finds: 'M-PAR' },
    {
      operationId: 'listManagerForms',
      method: 'GET',
      path: '/manager/forms',
      who: MANAGER,
      finds: 'Isolated',
      isForEveryone: true,
    },
    {
      operationId: 'getManagerForm',
      method: 'GET',
      path: '/manager/forms/isolated',
      who: MANAGER,
      isForEveryone: true,
    },
  ]
}
