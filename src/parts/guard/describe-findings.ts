/** The error of `assertNoViolations`: each violation once, with what the document says there, and how often it was met. */
import { showValue } from '../../core/exchange.ts';
import { essenceOf } from '../../core/http/media-type.ts';
import type { Json } from '../../core/primitives/json.ts';
import { pathTo, valueAt } from '../../core/primitives/json-path.ts';
import { formatCount } from '../../core/primitives/units.ts';
import type { Service } from '../../core/service/service.ts';
import { exchangeLine } from '../../library/describe-exchange.ts';
import type { GuardedExchange, GuardViolation } from './api.ts';
import { type LocateInDocument, placeInDocument } from './document-place.ts';

/** A violation with the exchange that has it. */
export interface FoundViolation extends GuardViolation {
  readonly exchange: GuardedExchange;
}

/** The maximum number of violations in the message. */
const maxShown = 20;

/** Violations that differ in the index of an item alone are one. */
const keyOf = ({ operation, side, in: location, pointer, rule }: FoundViolation): string =>
  JSON.stringify([operation, side, location, pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*'), rule]);

export const violationError = (found: readonly FoundViolation[], locate: LocateInDocument, service: Service): Error => {
  const groups = [...Map.groupBy(found, keyOf).values()];
  const shown = groups.slice(0, maxShown).map((group) => describeGroup(group, locate, service));
  const more = groups.length > maxShown ? [`Not shown: ${groups.length - maxShown} more.`] : [];
  const title = `${formatCount(groups.length, 'violation')} of ${service.title} ${service.version}:`;
  const hint =
    'If one is intended, send "Vivarium-Expect: violation" with its request, or name its operation in `ignore`.';
  return errorOf('ViolationError', [title, ...shown, ...more, hint]);
};

const describeGroup = (group: readonly FoundViolation[], locate: LocateInDocument, service: Service): string => {
  const [first] = group as [FoundViolation];
  const { operation, side, pointer, message, rule, exchange } = first;
  const whose = side === 'request' ? "the client's request" : "the mock's response";
  const found = service.operations.find(({ name }) => name === operation);
  const { request, response, status } = exchange;
  const sent = side === 'request' ? request : response;
  const place = placeInDocument(service.document, first, {
    operation: found?.pointer,
    status,
    mediaType: essenceOf(sent.headers['content-type'] ?? ''),
  });
  const at = locate(place.pointer);
  const line = at?.line === undefined ? '' : `:${at.line}`;
  const where = at === undefined ? `#${place.pointer}` : `${at.file}${line}`;
  const value = first.in === 'body' ? valueAt((sent.body ?? null) as Json, pathTo(pointer)) : undefined;
  return [
    `${operation ?? `${exchange.method} ${exchange.path}`}: ${whose}${pointer === '' ? '' : `, ${pointer}`}: ${message} (${rule})`,
    ...(value === undefined ? [] : [`  it is       ${showValue(value)}`]),
    `  documented  ${where}${describesValue(rule) ? `: ${showValue(place.value)}` : ''}`,
    `  met         ${group.length === 1 ? 'once' : `${group.length} times, first`} in ${exchangeLine(exchange)}`,
  ].join('\n');
};

/** The place of these is a list of operations or statuses, which says nothing in one line. */
const describesValue = (rule: string): boolean => rule !== 'unmatched' && rule !== 'status' && rule !== 'mediaType';

export const emptyError = ({ title }: Service): Error =>
  errorOf('UnjudgedError', [
    `No request for an operation of ${title} was judged: there is nothing to assert.`,
    'Does the server listen (`server.listen()`), is it the one that the test uses, and does `baseUrl` fit the addresses of its handlers? If nothing shall be sent, pass { allowEmpty: true }.',
  ]);

const errorOf = (name: string, paragraphs: readonly string[]): Error =>
  Object.assign(new Error(paragraphs.join('\n\n')), { name });
