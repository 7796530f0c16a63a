export {
  forgetAnswersTo,
  listOwnBodies,
  type OwnBody,
  rewriteBodies,
} from '#modules/webhooks/deliveries/rewrite-deliveries.ts'
export { callbackQueue } from '#modules/webhooks/dispatch/callback-queue.ts'
export { Dispatcher } from '#modules/webhooks/dispatch/dispatcher.ts'
export { type Meter, openMeter } from '#modules/webhooks/dispatch/meter.ts'
export { type QueueDepth, queueDepth } from '#modules/webhooks/dispatch/queue-depth.ts'
export { nextTryAt } from '#modules/webhooks/dispatch/retry-schedule.ts'
export type { CallbackEvent } from '#modules/webhooks/endpoints/enqueue-callback.ts'
export { callbackOnlyEvent, notifyCallbackUrl } from '#modules/webhooks/endpoints/notify-callback-url.ts'
export { newSignatureKey, signingKey } from '#modules/webhooks/endpoints/signature.ts'
export { CALLBACK_NOT_ALLOWED, mayBeCalled, vetCallbackUrl } from '#modules/webhooks/subscriptions/check-webhook.ts'
