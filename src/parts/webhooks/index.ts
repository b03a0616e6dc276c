/** The light door of the part: webhooks and callbacks are queued, and listed. */
export { createWebhooks, subscribersIn } from './core/follow-webhooks.ts';
export { waitForWebhook } from './wait-for-webhook.ts';
export { type HandOrder, orderWebhook } from './webhook-evidence.ts';
