/** The light door of the part: webhooks and callbacks are queued, and listed. */
export { createWebhooks, subscribersIn } from './core/follow-webhooks.ts';
export { type HandOrder, listRows, orderWebhook } from './evidence.ts';
