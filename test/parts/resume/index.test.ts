import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../src/core/primitives/json.ts';
import type { Service } from '../../../src/core/service/service.ts';
import { captureWorld, savedText } from '../../../src/parts/resume/index.ts';
import type { ScenarioDocument } from '../../../src/scenario/document/scenario-schema.ts';
import { saveWorld } from '../../../src/world/control/save-world.ts';
import { World } from '../../../src/world/world.ts';
import { documentOf, loadAnimalStore, readyService, startOf } from '../../core/helpers.ts';
import { post } from '../save/saved-worlds.ts';

const service = await loadAnimalStore();

const worldOf = (document: ScenarioDocument, of: Service = service): World =>
  new World('alice', of, startOf(of, document));

const read = (text: string): ScenarioDocument => {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.value as unknown as ScenarioDocument;
};

const textOfWorld = (world: World): string => [...savedText(captureWorld(world))].join('');

const users = documentOf(
  {
    '/users': { get: listOf('#/components/schemas/User') },
    '/users/{userId}/notes': {
      parameters: [userId()],
      get: listOf('#/components/schemas/Note'),
      post: {
        requestBody: contentOf({ $ref: '#/components/schemas/Note' }),
        responses: { 201: contentOf({ $ref: '#/components/schemas/Note' }) },
      },
    },
    '/settings': {
      get: { responses: { 200: contentOf({ $ref: '#/components/schemas/Settings' }) } },
      put: {
        requestBody: contentOf({ $ref: '#/components/schemas/Settings' }),
        responses: { 200: contentOf({ $ref: '#/components/schemas/Settings' }) },
      },
    },
  } as never,
  {
    components: {
      schemas: {
        User: { type: 'object', required: ['id'], properties: { id: { type: 'integer', format: 'int64' } } },
        Note: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
        Settings: { type: 'object', required: ['theme'], properties: { theme: { type: 'string' } } },
      },
    },
  } as never,
);

function contentOf(schema: object) {
  return { description: 'Fine.', content: { 'application/json': { schema } } };
}
function listOf($ref: string) {
  return { responses: { 200: contentOf({ type: 'array', items: { $ref } }) } };
}
function userId() {
  return { name: 'userId', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } };
}

describe('the file of a world', () => {
  test('is its scenario, with its start', () => {
    const world = worldOf({ generate: { pets: 3 }, faults: ['slow'], clock: { at: '2030-06-01', frozen: true } });
    post(world, 'Maple "🐈"\n');
    const { resume, ...saved } = saveWorld(world);
    const inline = { generate: { pets: 3 }, faults: ['slow'], clock: { at: '2030-06-01', frozen: true } };
    expect(read(textOfWorld(world))).toEqual({ ...saved, resume: { start: { inline, seed: 1 }, ...resume } });
  });

  test('has parents, hidden ids, singletons and exact integers', async () => {
    const data = {
      users: [{ id: 9223372036854775807n }, { id: 1 }],
      notes: [
        { $parent: { userId: 1 }, text: 'a' },
        { $parent: { userId: 9223372036854775807n }, text: 'b' },
      ],
      settings: { theme: 'dark' },
    } as never;
    const world = worldOf({ data }, await readyService(users));
    expect(read(textOfWorld(world)).data).toEqual(saveWorld(world).data);
    expect(Object.keys(saveWorld(world).data ?? {}).sort()).toEqual(['notes', 'settings', 'users']);
  });

  test('may have no data, and a start with the state that it resumed', () => {
    const world = worldOf({ data: { pets: [] }, resume: { exchanges: 3, start: { inline: { seed: 5 } } } });
    expect(read(textOfWorld(world)).resume?.start?.inline).toEqual({ data: { pets: [] }, resume: { exchanges: 3 } });
  });

  test('has one item on each line', () => {
    const lines = textOfWorld(worldOf({ generate: { pets: 20 } })).split('\n');
    expect(lines.filter((line) => line.startsWith('{"id":'))).toHaveLength(20);
  });

  test('is written in small pieces, whatever its size', () => {
    const pieces = [...savedText(captureWorld(worldOf({ generate: { pets: 3000 } })))];
    expect(pieces.length).toBeGreaterThan(3);
    for (const piece of pieces) expect(piece.length).toBeLessThan(40_000);
  });
});

test('a captured world stays as it was', () => {
  const world = worldOf({ generate: { pets: 3 }, faults: ['slow'] });
  const captured = captureWorld(world);
  const before = [...savedText(captured)].join('');
  post(world, 'Maple');
  world.apply([{ type: 'faults-disabled' }]);
  world.setClock({ now: 0 });
  expect([...savedText(captured)].join('')).toBe(before);
});
