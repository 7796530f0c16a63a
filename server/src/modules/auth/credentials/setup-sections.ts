import { Type } from 'typebox'
import type { SetupSection } from '#kernel/resources/setup-section.ts'
import { prefixFields } from '#platform/problem.ts'
import { ApiKeySettings, ApplicationSettings } from './credential-settings.ts'
import { putApiKey, putApplication } from './issue-credentials.ts'

export const applicationsSection: SetupSection = {
  key: 'applications',
  schema: Type.Array(ApplicationSettings),
  async apply(work, value, keyring, options) {
    const changes = []
    for (const one of value as ApplicationSettings[]) {
      changes.push({ what: `application ${one.id}`, ...(await putApplication(work, one, keyring, options)) })
    }
    return changes
  },
}

export const apiKeysSection: SetupSection = {
  key: 'api_keys',
  schema: Type.Array(ApiKeySettings),
  async apply(work, value, keyring, options) {
    const changes = []
    for (const [index, one] of (value as ApiKeySettings[]).entries()) {
      const issued = await prefixFields(`${index}`, () => putApiKey(work, one, keyring, options))
      changes.push({ what: `API key ${one.name}`, ...issued })
    }
    return changes
  },
}
