/** A document that the service has acknowledged. */
export type Filed = { id: string; sentAt: number; answeredAt: number }

/** Files documents with so many connections until it is told to stop. */
export function writeDocuments(url: string, apiKey: string, connections: number) {
  const filed: Filed[] = []
  let isOver = false
  const ended = Promise.all(Array.from({ length: connections }, (_, number) => writeOn(number)))

  async function writeOn(connection: number): Promise<void> {
    for (let n = 0; !isOver; n += 1) {
      const sentAt = Date.now()
      const id = await fileOne(url, apiKey, `${connection} ${n} ${sentAt}`).catch(() => undefined)
      if (id !== undefined) filed.push({ id, sentAt, answeredAt: Date.now() })
    }
  }

  return {
    filed,
    async stop() {
      isOver = true
      await ended
    },
  }
}

async function fileOne(url: string, apiKey: string, name: string): Promise<string | undefined> {
  const form = new FormData()
  const data = { title: name, document_type_code: 'contract', employee_technical_id: 'E-1001' }
  form.set('data', JSON.stringify(data))
  form.set('file', new Blob([`content of ${name} `.repeat(1500)]), 'file.txt')
  const answer = await fetch(`${url}/api/v1/enterprise/documents/`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey },
    body: form,
  })
  return answer.status === 201 ? ((await answer.json()) as { id: string }).id : undefined
}
