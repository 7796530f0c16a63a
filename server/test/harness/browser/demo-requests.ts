type Service = { url: string; credentials: { api_key: string } }

/** A request for a certificate of an employee of the demo, sent by a program of the company; answers its id. */
export async function sendRequest(service: Service, subject: string, employee = 'E-2001'): Promise<string> {
  const form = new FormData()
  const fields = { form_code: 'certificate', creator_technical_id: 'M-1', employee_technical_id: employee, copies: '2' }
  for (const [name, value] of Object.entries({ ...fields, subject, visible_to_employee: 'true' })) form.set(name, value)
  const headers = { 'x-api-key': service.credentials.api_key }
  const answer = await fetch(`${service.url}/api/requests/`, { method: 'POST', headers, body: form })
  return ((await answer.json()) as { id: string }).id
}
