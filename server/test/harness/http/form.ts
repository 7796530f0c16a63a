/** A form as it goes over the wire, for `inject`. */
export async function asPayload(form: FormData): Promise<{ headers: Record<string, string>; payload: Buffer }> {
  const response = new Response(form)
  const headers = { 'content-type': response.headers.get('content-type') ?? '' }
  return { headers, payload: Buffer.from(await response.arrayBuffer()) }
}
