import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '#modules/auth/guard/network-of.ts'
import { beginSession, type SessionDeps } from '#modules/auth/sessions/log-in.ts'
import { recordRefused } from '#modules/auth/sessions/record-refused.ts'
import { newSecret } from '#platform/crypto/keyring.ts'
import { takeUrlEncodedForms } from '#platform/http/bodies/form-body.ts'
import { cookieFor, cookieIn, setCookie } from '#platform/http/browser/cookies.ts'
import { localPath } from '#platform/http/browser/local-path.ts'
import type { Routes } from '#platform/http/routes.ts'
import { sendNotice } from './notice-page.ts'
import { findProvider, type Provider } from './queries.ts'
import { beginSaml, callerFor, finishSaml, receiveSaml, type SamlReceived } from './saml.ts'
import { metadataOf } from './saml-metadata.ts'
import { REQUEST_SECONDS, samlPath } from './saml-provider.ts'
import { goOn, orNotice, textIn } from './signed-link-routes.public.ts'

/** Ties what comes back from a provider to the browser that was sent there. */
const BROWSER_COOKIE = 'dossier_sign_in'

/** A signed answer with a long list of attributes, in Base64. */
const ANSWER_LIMIT_BYTES = 256 * 1024

const forAnyone = { config: { allow: ['anyone' as const] }, schema: { hide: true } }

/** SAML 2.0, begun by us: /saml/{client}/{code}/login, /acs, /finish and /metadata. */
export function samlRoutes(deps: SessionDeps): Routes {
  const { auth, publicUrl } = deps
  const browserCookie = cookieFor(publicUrl, BROWSER_COOKIE)

  return (site) => {
    site.get('/:client/:code/login', forAnyone, (request, reply) =>
      withProvider(auth, request, reply, async (provider) => {
        const next = localPath(textIn(request.query, 'next'), publicUrl)
        // One for all windows of a browser, so that several can be on their way at once.
        const browser = cookieIn(request, browserCookie) ?? newSecret()
        setCookie(reply, browserCookie, { value: browser, maxAgeSeconds: REQUEST_SECONDS })
        return goOn(reply, 302, await beginSaml(deps, provider, { next, browser }))
      }),
    )

    site.get('/:client/:code/finish', forAnyone, (request, reply) =>
      withProvider(auth, request, reply, async (provider) => {
        const browser = cookieIn(request, browserCookie) ?? ''
        const finished = await finishSaml(deps, provider, {
          code: textIn(request.query, 'code'),
          browser,
          address: request.ip,
        })
        if (!finished) return sendNotice(request, reply, 'saml')
        await beginSession(deps, reply, finished)
        return goOn(reply, 302, finished.path)
      }),
    )

    site.get('/:client/:code/metadata', forAnyone, async (request, reply) => {
      const provider = await providerOf(auth, request)
      if (!provider) return sendNotice(request, reply, 'off')
      return reply.header('content-type', 'application/samlmetadata+xml').send(await metadataOf(publicUrl, provider))
    })

    site.register(async (forms) => {
      takeUrlEncodedForms(forms)
      forms.post('/:client/:code/acs', { ...forAnyone, bodyLimit: ANSWER_LIMIT_BYTES }, (request, reply) =>
        withProvider(auth, request, reply, async (provider) => {
          const received = {
            SAMLResponse: textIn(request.body, 'SAMLResponse'),
            RelayState: textIn(request.body, 'RelayState'),
          }
          const outcome = await receiveGuarded(deps, provider, request.ip, received)
          if (typeof outcome === 'object') return goOn(reply, 303, `${samlPath(provider)}/finish?code=${outcome.code}`)
          await recordRefused(deps.auth, callerFor(provider, request.ip))
          return sendNotice(request, reply, outcome === undefined ? 'saml' : 'person')
        }),
      )
    })
  }
}

/** Takes an answer of the provider; undefined when it is refused. A network that sends many of those is slowed down. */
function receiveGuarded(deps: SessionDeps, provider: Provider, address: string, received: SamlReceived) {
  const network = { kind: 'network' as const, id: networkOf(address) }
  return deps.auth.guard.attempt(address, [network], async () => {
    const answered = await receiveSaml(deps, provider, received)
    return answered === 'refused' ? undefined : answered
  })
}

/** A step with a provider that is in use; others are said not to be there. */
async function withProvider(
  auth: SessionDeps['auth'],
  request: FastifyRequest,
  reply: FastifyReply,
  step: (provider: Provider) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const provider = await providerOf(auth, request)
  if (!provider?.is_active) return sendNotice(request, reply, 'off')
  return orNotice(request, reply, 'saml', () => step(provider))
}

async function providerOf({ db }: SessionDeps['auth'], { params }: FastifyRequest): Promise<Provider | undefined> {
  const [provider] = await findProvider(db, { client_id: textIn(params, 'client'), code: textIn(params, 'code') })
  return provider
}
