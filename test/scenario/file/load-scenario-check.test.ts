import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Service } from '../../../src/core/service/service.ts';
import { checkScenarioFile } from '../../../src/scenario/file/load-scenario.ts';
import { directoryWith } from '../helpers.ts';
import { createServiceStub } from '../service-stub.ts';

test('the problems of a file come first, and those of what it extends last, each by their place', async () => {
  await using directory = await directoryWith({
    'a.yaml': 'extends: b\ndata: { nothing: [] }\nsed: 1',
    'b.yaml': 'seed: x\nrequets: report',
  });
  const placesOf = async (service?: Service) =>
    (await checkScenarioFile(join(directory.path, 'a.yaml'), service)).map(
      ({ file, line }) => `${file?.slice(directory.path.length + 1)}:${line}`,
    );
  expect(await placesOf()).toEqual(['a.yaml:3', 'b.yaml:1', 'b.yaml:2']);
  expect(await placesOf(createServiceStub() as unknown as Service)).toEqual([
    'a.yaml:2',
    'a.yaml:3',
    'b.yaml:1',
    'b.yaml:2',
  ]);
});
