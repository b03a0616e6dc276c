import { type HttpRequest, headerOf } from '../../core/http/http.ts';

/** `Vivarium-Expect: violation`: the request breaks the interface on purpose. Other expectations are ignored. */
export const expectsViolations = ({ headers }: HttpRequest): boolean => {
  const value = headerOf(headers, 'vivarium-expect');
  return (
    value !== undefined && value.split(',').some((expectation) => expectation.trim().toLowerCase() === 'violation')
  );
};
