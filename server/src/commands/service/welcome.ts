import { logInLines } from '#commands/log-in-lines.ts'
import type { DemoCredentials } from '#modules/setup/index.ts'
import type { Config } from '#src/config.ts'

export function readyMessage(config: Config, publicUrl: string): string {
  if (config.ROLE === 'worker') return 'Dossier is ready: this process runs jobs.'
  return `
Dossier is ready.

  Open      ${publicUrl}
  API docs  ${publicUrl}/docs
`
}

/** Every line of curl can be pasted as it is. */
export function demoMessage(demo: DemoCredentials, publicUrl: string): string {
  const api = `${publicUrl}/api/v2/client`
  const { employee, manager, administrator } = demo.people
  return `  Log in (\`npx dossier demo\` shows this again):

${logInLines({ employee, hr_manager: manager, administrator })}

  For programs (shown this once):

    client_id           ${demo.client_id}
    application_id      ${demo.application_id}
    application_secret  ${demo.application_secret}
    API key             ${demo.api_key}

  Get a token:

TOKEN=$(curl -s -u '${demo.application_id}:${demo.application_secret}' -d grant_type=client_credentials -d scope=client -d client_id=${demo.client_id} ${api}/tokens | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/'); echo "$TOKEN"

  Create a data set value:

curl -s -w '\\n' -X PUT -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"localized_names":[{"language_code":"en-us","value":"Marseille"}]}' ${api}/datasets/offices/values/fr.marseille

  Put a document into the folder of an employee:

curl -s -w '\\n' -H 'X-API-KEY: ${demo.api_key}' -F 'data={"title":"Welcome","document_type_code":"contract","employee_technical_id":"E-1001"}' -F 'file=Welcome, Ada.;filename=welcome.txt' ${publicUrl}/api/v1/enterprise/documents/
`
}
