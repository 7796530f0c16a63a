/** Uses what a program gets from the package against the service of the environment; prints what came of it. */
exports.useSdk = async ({ createDossier, createDossierWithApiKey, DossierError, CallbackError, verifyCallback }) => {
  const { BASE_URL: baseUrl, CREDENTIALS, API_KEY: apiKey, EMPLOYEE: id } = process.env
  const sdk = createDossier({ baseUrl, ...JSON.parse(CREDENTIALS) })
  await sdk.employees.put(id, { first_name: 'Ada', last_name: 'Byron', email: `${id}@example.com` })
  const { last_name } = await sdk.employees.get(id)
  const listed = []
  for await (const employee of sdk.employees.list({ email: `${id}@example.com` })) listed.push(employee.technical_id)
  const upload = await sdk.uploads.create(new Blob(['Bytes']), { filename: 'bytes.txt' })
  const missing = await sdk.employees.get('nobody').catch((error) => error instanceof DossierError && error.code)
  const forms = await createDossierWithApiKey({ baseUrl, apiKey }).forms.list().next()
  const forged = outcomeOf(() => verifyCallback('{}', {}, 'a'.repeat(32)))
  process.stdout.write(
    JSON.stringify({
      last_name,
      listed,
      hasUploaded: typeof upload.id === 'string',
      missing,
      hasForms: forms.value !== undefined,
      isForged: forged instanceof CallbackError,
    }),
  )
}

function outcomeOf(call) {
  try {
    return call()
  } catch (error) {
    return error
  }
}
