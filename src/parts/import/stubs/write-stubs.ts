/** Stubs become recorded responses where those can express them, else faults; the ledger states which could not. */

import type { JsonObject } from '../../../core/primitives/json.ts';
import { valueAt } from '../../../core/primitives/json-path.ts';
import type { Service } from '../../../core/service/service.ts';
import type { FaultObject } from '../../../scenario/document/fault-schema.ts';
import type { ScenarioDocument } from '../../../scenario/document/schema.ts';
import { UniqueNames } from '../draft/paths/words.ts';
import { below, type Ledger } from '../recording/ledger.ts';
import { contestOf, inOrder } from './contest.ts';
import { Inexpressible, lose } from './inexpressible.ts';
import { type PlacedStub, placeStub } from './place-stub.ts';
import { recordablesOf } from './recordable.ts';
import { responseEffect } from './response-effect.ts';
import { sequencesOf } from './sequences.ts';
import type { Stub } from './stub.ts';

/** `base`: of the stubs' paths. */
export const writeStubs = (
  stubs: readonly Stub[],
  service: Service,
  base: string,
  ledger: Ledger,
): ScenarioDocument => {
  const placed = inOrder(
    stubs.flatMap((stub) => {
      const one = expressed(stub, ledger, () => {
        responseEffect(stub.response, true);
        return placeStub(stub, service, base);
      });
      return one ?? [];
    }),
  );
  const sequences = sequencesOf(placed);
  const stated = placed.filter((one) => isKept(one, sequences.without, ledger));
  const contest = contestOf(stated);
  const kept = stated.filter((one) => isKept(one, contest.shadowed, ledger));
  const recorded = recordablesOf(kept, service);
  const names = new UniqueNames('-');
  const reported = new Set<object>();
  const faults = kept.flatMap((one) => {
    const leak = contest.leaking.get(one);
    const effects = expressed(one.stub, ledger, () => effectsOf(one.stub, recorded.has(one), leak));
    if (effects === undefined) return [];
    const isStateless = sequences.stateless.has(one);
    report(one.stub, isStateless, leak, ledger, reported);
    const whens = isStateless ? undefined : (sequences.whens.get(one) ?? one.stub.whens);
    return effects.flatMap(({ suffix, effect }) =>
      (whens ?? [{}]).map(
        (when): FaultObject => ({
          name: names.take([nameOf(one), suffix].filter((part) => part !== '').join('-')),
          ...(Object.keys(one.on).length > 0 && { on: one.on }),
          ...(Object.keys(when).length > 0 && { when }),
          ...effect,
        }),
      ),
    );
  });
  const responses = [...recorded.values()].reverse() as ScenarioDocument['responses'];
  return { ...(faults.length > 0 && { faults }), ...(responses?.length !== 0 && { responses }) };
};

/** Returns undefined if the stub is lost. */
const expressed = <Value>(stub: Stub, ledger: Ledger, express: () => Value): Value | undefined => {
  try {
    return express();
  } catch (error) {
    lose(error, ledger, stub.key, stub.place);
    return undefined;
  }
};

interface NamedEffect {
  readonly suffix: string;
  readonly effect: Partial<FaultObject>;
}

/** `leak`: the stub whose requests the delivery would also hit. @throws Inexpressible */
const effectsOf = (
  { delivery, response, isPlayed }: Stub,
  isRecorded: boolean,
  leak: string | undefined,
): readonly NamedEffect[] => {
  const lost = delivery.find(({ effect }) => effect.transport !== undefined)?.effect.transport;
  if (lost !== undefined && leak !== undefined) throw new Inexpressible(`its fault would also hit the stub at ${leak}`);
  // Only what is cut has a response.
  const hasResponse = !isRecorded && isPlayed !== true && (lost === undefined || lost === 'truncate');
  return [
    ...(leak === undefined ? delivery : []),
    ...(hasResponse ? [{ suffix: '', effect: responseEffect(response) }] : []),
  ];
};

const isKept = (
  one: PlacedStub,
  out: ReadonlyMap<PlacedStub, { readonly reason: string; readonly isLost: boolean }>,
  ledger: Ledger,
): boolean => {
  const why = out.get(one);
  if (why?.isLost === true) ledger.lose(one.stub.key, why.reason, one.stub.place);
  else if (why !== undefined) ledger.leave(one.stub.key, why.reason, one.stub.place);
  return why === undefined;
};

/** What became of the keys of a stub that is carried over. `reported`: places and notes that others with the same source share. */
const report = (
  { key, keys, notes, place, delivery, scenario }: Stub,
  isStateless: boolean,
  leak: string | undefined,
  ledger: Ledger,
  reported: Set<object>,
): void => {
  const isNew = (one: object): boolean => reported.size < reported.add(one).size;
  if (isNew(place)) {
    ledger.carry(key, place);
    ledger.tally(valueAt(place.source.value, place.path) as JsonObject, keys, key, place);
  }
  if (isNew(notes))
    for (const note of notes) ledger.note(note.fate, note.key, note.reason, { source: place.source, path: note.path });
  for (const one of delivery.filter(isNew)) {
    const at = { source: place.source, path: one.path };
    if (leak === undefined) ledger.carry(one.key, at);
    else ledger.lose(one.key, `it would also apply to the requests of the stub at ${leak}, which comes first`, at);
  }
  if (scenario === undefined) return;
  for (const name of ['scenarioName', 'requiredScenarioState', 'newScenarioState']) {
    const at = below(place, name);
    if (valueAt(place.source.value, at.path) === undefined) continue;
    if (isStateless)
      ledger.lose(`${key}.${name}`, 'its states follow from several requests: this is the first one', at);
    else ledger.carry(`${key}.${name}`, at);
  }
};

const nameOf = ({ stub, operations }: PlacedStub): string => {
  const text = stub.name ?? `${operations[0]?.name}-${stub.response.status}`;
  const slug = text
    .replace(/[^\w.-]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  return `stub-${slug === '' ? operations[0]?.name : slug}`;
};
