import { type HttpRequest, headerOf } from '../../core/http/http.ts';

/** `Vivarium-Expect: violation`: the request breaks the interface on purpose. Other expectations are ignored. */
export const expectsViolations = ({ headers }: HttpRequest): boolean => {
  const expected = headerOf(headers, 'vivarium-expect');
  if (expected === undefined) return false;
  return expected.split(',').some((expectation) => expectation.trim().toLowerCase() === 'violation');
};
