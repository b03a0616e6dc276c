import { describe, expect, test } from 'vitest';
import { EvidenceCodec } from '../../../../src/parts/store/redis/store-evidence.ts';
import { createRedactFor } from '../../../../src/world/evidence/redact.ts';
import { World } from '../../../../src/world/world.ts';
import type { Command } from '../../../../src/world/world-command.ts';
import { documentOf, readyService, requestOf, startOf } from '../../../core/helpers.ts';

const list = {
  get: {
    parameters: [{ in: 'query', name: 'limit', schema: { type: 'integer', minimum: 1 } }],
    responses: { 200: { description: '', content: { 'application/json': { schema: { type: 'array', items: {} } } } } },
  },
};

const prepare = async () => {
  const service = await readyService(documentOf({ '/things': list, '/parts': list }));
  const world = new World('w', service, startOf(service, {}));
  const codec = new EvidenceCodec(service, createRedactFor());
  const commandsOf = (...targets: readonly string[]): readonly Command[] => {
    world.beginDraft();
    for (const target of targets) world.handle(requestOf('GET', target));
    return world.takeDraft().commands;
  };
  /** The counts by their names, and what follows them. */
  const encode = (...targets: readonly string[]) => {
    const [length = '', ...rest] = codec.encode(commandsOf(...targets));
    const fields = rest.splice(0, 2 * Number(length));
    const counts = Array.from({ length: Number(length) }, (_, at) => [fields[2 * at], Number(fields[2 * at + 1])]);
    return { counts: Object.fromEntries(counts) as Record<string, number>, rows: rest };
  };
  return { codec, encode };
};

const requests = (path: string): string => JSON.stringify([`GET ${path}`, 'requests', '']);

describe('the evidence of a commit', () => {
  test('counts its requests alone, whatever was committed before', async () => {
    const { encode } = await prepare();
    expect(encode('/things', '/parts', '/things').counts).toMatchObject({
      [requests('/things')]: 2,
      [requests('/parts')]: 1,
    });
    const { counts } = encode('/parts?limit=3');
    expect(counts).toMatchObject({ [requests('/parts')]: 1, '["GET /parts","parameters","query.limit"]': 1 });
    expect(Object.keys(counts).filter((name) => name.includes('/things'))).toEqual([]);
    expect(Object.keys(encode('/parts').counts).filter((name) => name.includes('parameters'))).toEqual([]);
  });

  test('counts paths that do not exist', async () => {
    const { encode } = await prepare();
    expect(encode('/none', '/things').counts).toMatchObject({ '["unmatched","404"]': 1, [requests('/things')]: 1 });
    expect(encode('/things').counts).not.toHaveProperty('["unmatched","404"]');
  });

  test('has its findings alone', async () => {
    const { encode } = await prepare();
    expect(encode('/things').rows).toEqual([]);
    const { rows } = encode('/things?limit=0', '/none', '/things?limitt=1');
    expect(rows.filter((_, at) => at % 4 === 0)).toEqual(['violations', 'unmatched', 'unknownParameters']);
    expect(encode('/things').rows).toEqual([]);
    expect(encode('/parts?limit=0').rows).toHaveLength(4);
  });

  test('without a request is empty', async () => {
    const { codec } = await prepare();
    expect(codec.encode([{ type: 'journal-cleared' }])).toEqual(['0']);
  });
});
