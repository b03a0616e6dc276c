/** Writes `schema/scenario.json`, which editors use to check scenario files. Run: `node scripts/build-schemas.ts`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { scenarioJsonSchema } from '../src/scenario/document/json-schema.ts';

const directory = new URL('../schema/', import.meta.url);
await mkdir(directory, { recursive: true });
await writeFile(new URL('scenario.json', directory), scenarioJsonSchema());
