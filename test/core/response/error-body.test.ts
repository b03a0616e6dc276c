import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { errorBody } from '../../../src/core/response/error-body.ts';
import { withoutForeignMarkup } from '../../../src/core/response/executable-content.ts';
import type { ErrorShape } from '../../../src/core/service/service.ts';
import { requestOf } from '../helpers.ts';

const attack = `<img src="x" onerror='alert(1)'> & more`;

describe('an error body', () => {
  const textIn = (mediaType: string): ErrorShape => ({
    mediaType,
    body: ({ message, status }) => `<p>${status}: ${message ?? 'unknown'}</p>`,
  });

  test('that a browser executes has an escaped message and the markup of the document', () => {
    expect(errorBody(textIn('text/html'), { message: attack, status: 404 })).toBe(
      '<p>404: &lt;img src=&quot;x&quot; onerror=&#39;alert(1)&#39;&gt; &amp; more</p>',
    );
  });

  test('of another media type has the message as it is', () => {
    expect(errorBody(textIn('text/plain'), { message: attack, status: 404 })).toBe(`<p>404: ${attack}</p>`);
  });

  test('without a message has the markup of the document', () => {
    expect(errorBody(textIn('text/html'), { message: undefined, status: 500 })).toBe('<p>500: unknown</p>');
  });

  test('that is an object is not escaped, but its JSON text is', () => {
    const shape: ErrorShape = { mediaType: 'text/html', body: ({ message = '' }) => ({ message }) };
    const value = errorBody(shape, { message: attack, status: 404 });
    expect(value).toEqual({ message: attack });
    expect(withoutForeignMarkup(JSON.stringify(value), value, 'text/html')).not.toContain('<');
  });
});

describe('the path in an error', () => {
  const inError = (body: JsonObject, path: string): Json => {
    const shape: ErrorShape = { mediaType: 'application/json', body: () => body };
    return errorBody(shape, { message: undefined, status: 404 }, { now: 0, request: requestOf('GET', path) });
  };

  test.each([[{ path: '/pets/5', timestamp: 5 }], [{ path: 'path', timestamp: 5 }], [{ instance: '/pets/5' }]])(
    '%j is that of the request',
    (body) => {
      const [name] = Object.keys(body) as [string];
      expect(inError(body, '/v1/dogs/9?a=1')).toEqual({ ...body, [name]: '/v1/dogs/9' });
      // It may be no reference of a URI.
      expect(inError(body, '/v1/a|b')).toBe(body);
    },
  );

  test.each([[{ path: '/name' }], [{ path: 'name', timestamp: 5 }], [{ instance: 7 }], [['/pets/5']]])(
    '%j is none',
    (body) => {
      expect(inError(body as JsonObject, '/v1/dogs/9')).toBe(body);
    },
  );
});
