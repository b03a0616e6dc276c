import { describe, expect, test } from 'vitest';
import { createVivarium, type VivariumOptions } from '../../src/index.ts';

const responses = { '200': { description: 'Fine.' } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Status', version: '1' },
  paths: { '/status': { get: { operationId: 'status', responses } } },
};

describe('the option services', () => {
  test('serves parsed documents, each below its base path', async () => {
    const vivarium = await createVivarium({ services: { a: { document, base: '/a/' }, b: { document, base: '/' } } });
    const world = vivarium.world();
    expect((await world.fetch('/a/status')).status).toBe(200);
    expect((await world.fetch('/status')).status).toBe(200);
    expect(world.exchanges({ operation: 'a.status' }).map(({ path }) => path)).toEqual(['/a/status']);
    expect(() => world.exchanges({ operation: 'status' })).toThrow('Write a.status or b.status.');
    await vivarium.close();
  });

  test.each<[string, VivariumOptions['services'], string]>([
    ['an empty object', {}, 'option "services" must have at least one service'],
    ['a list', 5 as never, 'option "services" must be an object with services under their names'],
    [
      'a name with a dot',
      { 'a.b': { document } },
      'option "services.a.b" must have a name of letters, digits, - and _',
    ],
    ['a name alone', { a: 'api.yaml' as never }, 'option "services.a" must be an object with a document'],
    ['no document', { a: {} as never }, 'option "services.a.document" must be a file or a URL'],
    ['null', { a: { document: null as never } }, 'option "services.a.document" must be a file or a URL'],
    ['an unknown property', { a: { document, bass: '/a' } as never }, 'unknown option "bass". Did you mean "base"?'],
    ['a wrong base path', { a: { document, base: 'a' } }, 'option "services.a.base" must be a path such as /v1'],
  ])('rejects %s', async (_name, services, message) => {
    await expect(createVivarium({ services })).rejects.toThrow(message);
  });

  test('cannot be used with one document', async () => {
    await expect(createVivarium({ document, services: { a: { document } } })).rejects.toThrow(
      'option "document" cannot be used with option "services"',
    );
  });
});
