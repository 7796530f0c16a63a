type LogIn = { email: string; password: string }

/** What a user of a dumped release knew: the test of the upgrade uses it as they would. Its secrets protect nothing. */
export type ReleaseFacts = {
  version: string
  secret_key: string
  client_id: string
  application_id: string
  application_secret: string
  api_key: string
  people: Record<'employee' | 'manager' | 'administrator', LogIn>
  /** Texts whose ciphertexts are in the database, and one that is sent to a person. */
  webhook: { id: string; name: string; signature_key: string; delivery_id: string }
  signing_path: string
  document: { id: string; title: string; sha256: string }
  vault_document: { id: string; title: string }
  request: { id: string; subject: string; comment: string }
  article: { slug: string; title: string; word: string }
  dataset_value: { dataset: string; path: string; name: string }
  signature: { id: string; title: string; sha256: string }
  distribution: { id: number; name: string }
}
