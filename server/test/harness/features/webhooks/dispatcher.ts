import { after } from 'node:test'
import { callbackQueue, Dispatcher, type Meter, openMeter } from '#modules/webhooks/index.ts'
import type { Webhook } from '#modules/webhooks/subscriptions/schemas.ts'
import type { TestApp, TestApplication } from '#test/harness/app.ts'
import { unique } from '#test/harness/builders.ts'
import { type Received, type Receiver, type Reply, startReceiver } from './receiver.ts'

/** A process counts in one place, however many dispatchers it has. */
const meters = new WeakMap<TestApp, Meter>()

/** Starts to hand out events and to send callbacks, as a worker does. It stops before the service closes, or when told to. */
export function startDispatcher(service: TestApp, changes: Partial<ConstructorParameters<typeof Dispatcher>[0]> = {}) {
  const meter = meters.get(service) ?? openMeter(service.metrics)
  meters.set(service, meter)
  const dispatcher = new Dispatcher({ ...service, queue: callbackQueue(service.db), meter, ...changes })
  const stopListening = service.outboxSignal.listen(() => dispatcher.wake())
  let isStopped = false
  async function stop(graceMs = 100): Promise<void> {
    if (isStopped) return
    isStopped = true
    await Promise.all([stopListening(), dispatcher.stop(graceMs)])
  }
  service.beforeClose(() => stop())
  return { wake: () => dispatcher.wake(), stop }
}

type WebhookOptions = {
  application?: TestApplication
  url?: string
  events?: string[]
  is_active?: boolean
  owner_email?: string
}

/** A webhook of acme, made by a call; nobody listens at its address unless one is given. */
export async function aWebhook(service: TestApp, options: WebhookOptions = {}): Promise<Webhook> {
  const { application = 'payroll', url = 'https://hooks.example.com/in', events = ['dataset.*'], ...more } = options
  const body = { name: unique('hook'), callback_url: url, events, ...more }
  const answer = await service.v2('POST', '/webhooks', { application, body })
  if (answer.statusCode !== 201) throw new Error(`The webhook was refused: ${answer.body}`)
  return answer.json()
}

/** A receiver with a webhook that points to it. */
export async function aReceivingWebhook(
  service: TestApp,
  options: Omit<WebhookOptions, 'url'> & { answer?: (callback: Received) => Reply | Promise<Reply> } = {},
): Promise<{ receiver: Receiver; webhook: Webhook }> {
  const { answer, ...more } = options
  const receiver = await startReceiver(answer)
  after(() => receiver.close())
  return { receiver, webhook: await aWebhook(service, { ...more, url: receiver.url }) }
}
