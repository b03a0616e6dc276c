/** Writes the schemas with which editors check scenario files and configuration files. Run: `node scripts/build-schemas.ts`. */
import { mkdir, writeFile } from 'node:fs/promises';
import { scenarioJsonSchema } from '../src/parts/configuration/json-schema.ts';
import { configurationJsonSchema } from '../src/parts/configuration/read-configuration.ts';

const directory = new URL('../schema/', import.meta.url);
await mkdir(directory, { recursive: true });
await writeFile(new URL('scenario.json', directory), scenarioJsonSchema());
await writeFile(new URL('config.json', directory), configurationJsonSchema());
