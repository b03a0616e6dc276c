/** Why nothing is kept of a response of an upstream, for those who expect it in a recording. */
import type { Violation } from '../../../core/exchange.ts';
import { essenceOf } from '../../../core/http/media-type.ts';
import { showsItems } from '../../../core/service/binding.ts';
import { type Operation, responseFor } from '../../../core/service/operation.ts';
import type { Service } from '../../../core/service/service.ts';

interface ReceivedResponse {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly hasBody: boolean;
  readonly hasLocation: boolean;
  readonly violations: readonly Violation[];
}

export const noOperation = 'the document has no operation for it';

/** Returns undefined if all that the response tells is kept. */
export const whyUnrecorded = (
  service: Service,
  operation: Operation,
  { status, contentType, hasBody, hasLocation, violations }: ReceivedResponse,
): string | undefined => {
  const { name, success, binding } = operation;
  const { paths, responseBodies } = service.secretsOf(name);
  if (paths.length > 0 || responseBodies.has(essenceOf(contentType ?? ''))) return 'a secret, which is never recorded';
  if (status >= 400) return undefined;
  if (success === undefined || responseFor(operation, status) === undefined)
    return `the document has no status ${status} for ${name}`;
  const isKept = binding !== undefined && showsItems(binding);
  if (isKept && status >= 300) return 'a redirect, in place of items';
  if (isKept && binding.action === 'create' && !hasBody)
    return `the response does not show the item that it creates${hasLocation ? '' : ', nor its id'}`;
  const broken = violations.find(({ side, in: part }) => side === 'response' && part !== 'status');
  return broken && `its response breaks the document: ${broken.message.slice(0, 200)}`;
};
