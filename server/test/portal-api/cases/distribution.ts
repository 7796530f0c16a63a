import { aDistributionType, distributionCalls, withDistribution } from '#test/harness/features/distributions.ts'
import { managerImportCalls } from '#test/harness/features/manager-imports.ts'
import { aPdfOf } from '#test/harness/files/pdf.ts'
import { asPayload } from '#test/harness/http/form.ts'
import type { IsolationCase, World } from '../isolation-case.ts'

const GROUP = 'PAR-PAYROLL'
const who = 'manager:M-PAR'

export async function distributionCases({ service }: World): Promise<IsolationCase[]> {
  await withDistribution(service, {
    groups: [
      { code: GROUP, name: 'Payroll of Paris', managers: ['M-PAR'] },
      { code: 'OTHERS', managers: ['M-NONE'] },
    ],
    paper_configurations: [
      { code: 'mail', name: 'Mail' },
      { code: 'carried', carrier: { kind: 'folder', folder: 'printer' } },
    ],
  })
  const type = await aDistributionType(service)
  const { prepared, delivered, project, report, spool } = distributionCalls(service)
  const spools = [{ type, bytes: aPdfOf(['Employee no: E-PAR', 'Employee no: nobody']) }]
  const group = { group: GROUP }
  const id = await prepared(spools, { ...group, name: 'Payslips of Paris' })
  const [part = { id: '' }] = await report(id)
  const done = await delivered(spools, { ...group, delivery_paper_conf: 'mail' })
  const address = { package_address: '1 rue Haute', package_postcode: '75001', package_city: 'Paris' }
  const carried = await delivered(spools, { ...group, ...address, delivery_paper_conf: 'carried' })
  const path = `/manager/distributions/${id}`
  const partPath = `${path}/parts/${part.id}`
  const other = await prepared(spools, group)
  const spoiled = await project(group)
  const spoolId = await spool(spoiled, { type, bytes: 'x' })
  const form = new FormData()
  form.append('name', 'More')
  form.append('distribution_type_value', type)
  form.append('source_file', new File(['x'], 'more.pdf'))
  const { headers, payload } = await asPayload(form)
  const read = (operationId: string, under: string, finds?: string): IsolationCase => ({
    operationId,
    method: 'GET',
    path: under,
    who,
    ...(finds === undefined ? {} : { finds }),
  })
  return [
    read('listManagerDistributions', '/manager/distributions', 'Payslips of Paris'),
    read('getDistributionOptions', '/manager/distribution_options', GROUP),
    read('getManagerDistribution', path),
    read('listManagerDistributionParts', `${path}/parts`),
    read('getManagerDistributionPart', partPath),
    read('getManagerDistributionPage', `${partPath}/pages/1?width=60`),
    read('getManagerDistributionText', `${partPath}/text`),
    read('downloadManagerDistributionReport', `${path}/report.csv`),
    read('listManagerPackages', `/manager/distributions/${done}/packages`),
    read('downloadManagerPackages', `/manager/distributions/${done}/packages/file`),
    read('downloadManagerManifest', `/manager/distributions/${done}/manifest`),
    {
      operationId: 'decideManagerDistributionPart',
      method: 'PATCH',
      path: partPath,
      who,
      body: { left_out: true },
    },
    {
      operationId: 'patchManagerDistribution',
      method: 'PATCH',
      path,
      who,
      body: { expected_distributions: 5 },
    },
    {
      operationId: 'addManagerSpool',
      method: 'POST',
      path: `/manager/distributions/${spoiled}/spools`,
      who,
      headers,
      body: payload,
    },
    {
      operationId: 'deleteManagerSpool',
      method: 'DELETE',
      who,
      path: `/manager/distributions/${spoiled}/spools/${spoolId}`,
    },
    {
      operationId: 'createManagerDistribution',
      method: 'POST',
      path: '/manager/distributions',
      who,
      body: { name: 'Letters', ...group },
    },
    {
      operationId: 'validateManagerDistribution',
      method: 'POST',
      path: `/manager/distributions/${other}/validate`,
      who,
    },
    {
      operationId: 'handOverManagerPackages',
      method: 'POST',
      who,
      body: {},
      path: `/manager/distributions/${carried}/hand_over`,
    },
    { operationId: 'cancelManagerDistribution', method: 'POST', path: `${path}/cancel`, who },
  ]
}

export async function importCases({ service }: World): Promise<IsolationCase[]> {
  const { submit } = managerImportCalls(service)
  const bytes =
    'technical_id,email,first_name,last_name,language,role,organization_codes\nM-9,m9@acme.test,A,B,,everything,HQ\n'
  const id = await submit(bytes)
  const path = `/manager/imports/${id}`
  const form = new FormData()
  form.append('input_file', new File([bytes], 'managers.csv'))
  const { headers, payload } = await asPayload(form)
  const all = 'manager:M-ALL'
  const sent = { method: 'POST', who: all, headers, body: payload } as const
  return [
    { operationId: 'listManagerImports', method: 'GET', path: '/manager/imports', who: all, finds: id },
    { operationId: 'getManagerImport', method: 'GET', path, who: all },
    { operationId: 'listManagerImportLines', method: 'GET', path: `${path}/lines`, who: all },
    { operationId: 'downloadManagerImportReport', method: 'GET', path: `${path}/report`, who: all },
    { operationId: 'downloadManagerImportErrors', method: 'GET', path: `${path}/errors_report`, who: all },
    { operationId: 'previewManagerImport', path: '/manager/imports/preview', ...sent, finds: '"outcome":"created"' },
    { operationId: 'submitManagerImport', path: '/manager/imports', ...sent, finds: '"id":"M-ALL"' },
  ]
}
