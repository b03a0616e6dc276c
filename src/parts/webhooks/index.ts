/** The light door of the part: webhooks and callbacks are queued, and listed. */
export { createWebhooks, subscribersIn } from './core/follow-webhooks.ts';
export { listRows, orderWebhook, retryRow } from './evidence.ts';
