/** Judges what a receiver answered by the document. */
import { essenceOf, isJsonType } from '../../core/http/media-type.ts';
import { parseJson } from '../../core/primitives/json.ts';
import { responseFor } from '../../core/service/operation.ts';
import type { Service } from '../../core/service/service.ts';
import type { WebhookRow } from './core/rows.ts';
import type { ReceivedResponse } from './send/send-due.ts';

/** Says where the response breaks the interface; one sentence each. */
export const judgeResponse = (
  { webhooks = [], callbacks = [] }: Pick<Service, 'webhooks' | 'callbacks'>,
  { webhook }: Pick<WebhookRow, 'webhook'>,
  { status, mediaType, body }: ReceivedResponse,
): readonly string[] => {
  const spec = [...webhooks, ...callbacks].find(({ name }) => name === webhook);
  if (spec === undefined || spec.responses.size === 0) return [];
  const response = responseFor(spec, status);
  if (response === undefined) return [`the document has no status ${status}`];
  const { contents } = response;
  if (contents.length === 0 || body === undefined) return [];
  if (body === '') return ['the response has no body'];
  const content = contents.find(({ range }) => essenceOf(range) === essenceOf(mediaType));
  if (content === undefined) return [`the document has no media type "${essenceOf(mediaType)}" for status ${status}`];
  if (!isJsonType(content.mediaType)) return [];
  const parsed = parseJson(body);
  if (!parsed.ok) return ['the body is not JSON'];
  return content
    .check(parsed.value)
    .slice(0, maxListed)
    .map(({ pointer, message }) => `body${pointer} ${message}`);
};

const maxListed = 20;
