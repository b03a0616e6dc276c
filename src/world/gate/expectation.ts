import { type HttpRequest, headerOf } from '../../core/http/http.ts';

/** `Vivarium-Expect: violation`: the request breaks the interface on purpose. Other expectations are ignored. */
export const expectsViolations = ({ headers }: HttpRequest): boolean => {
  const expectations = headerOf(headers, 'vivarium-expect')?.split(',') ?? [];
  return expectations.some((expectation) => expectation.trim().toLowerCase() === 'violation');
};
