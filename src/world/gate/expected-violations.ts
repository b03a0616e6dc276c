import type { Exchange } from '../../core/exchange.ts';
import { type HttpRequest, headerOf } from '../../core/http/http.ts';

/** `Vivarium-Expect: violation`: the request breaks the interface on purpose. Other expectations are ignored. */
export const expectsViolations = ({ headers }: HttpRequest): boolean => {
  const expected = headerOf(headers, 'vivarium-expect');
  if (expected === undefined) return false;
  return expected.split(',').some((expectation) => expectation.trim().toLowerCase() === 'violation');
};

/**
 * Whether an exchange breaks the interface, and was not meant to. A status that is forced, by a fault or by `Prefer: code`, may be one that
 * the document does not have.
 */
export const isUnintended = ({ request, violations, faults, steps, isProbe }: Exchange): boolean => {
  if (violations.length === 0 || isProbe === true || expectsViolations(request)) return false;
  const isForced =
    faults.some(({ effect }) => effect === 'status') || steps.some(({ type }) => type === 'forced-status');
  return !isForced || violations.some((violation) => violation.in !== 'status');
};
