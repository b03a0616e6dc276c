/** A world of the shipped service, and an upstream of it. */
import type { Service } from '../../../src/core/service/service.ts';
import type { UpstreamChoice } from '../../../src/core/service/upstream.ts';
import type { ScenarioDocument } from '../../../src/scenario/document/scenario-schema.ts';
import { World } from '../../../src/world/world.ts';
import { loadAnimalStore, startOf } from '../../core/helpers.ts';

export const service = await loadAnimalStore();

export const worldOf = (document: ScenarioDocument = {}, over: Partial<Service> = {}): World =>
  new World('test', { ...service, ...over }, startOf(service, document));

const url = 'https://staging.example.com';
export const choice: UpstreamChoice = { forward: 'all', record: true, compare: false };
export const upstream = { url, origin: url, base: '', choice };
