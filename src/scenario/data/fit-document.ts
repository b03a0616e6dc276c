/** The part of a scenario that a changed document still allows. */
import { isJsonObject, type Json, setProperty } from '../../core/primitives/json.ts';
import type { ScenarioDocument } from '../document/scenario-schema.ts';
import { checkFaultNames, type NamedParts } from './check-scenario.ts';
import { fitItems } from './fit-item.ts';
import { findCollection } from './resolve-names.ts';

type Conditions = Parameters<typeof checkFaultNames>[0];

/** The conditions without the operations that do not exist; undefined: a fault with these conditions has none left. */
export const fitConditions = <On extends Conditions>(on: On, service: NamedParts): On | undefined => {
  const fits = (conditions: Conditions): boolean => checkFaultNames(conditions, [], service).next().done === true;
  if (fits(on) || on === null || on === undefined) return on;
  const named = typeof on.operation === 'string' ? [on.operation] : (on.operation ?? []);
  const operation = named.filter((name) => fits({ ...on, operation: name }));
  return operation.length === 0 ? undefined : { ...on, operation };
};

/** The collections, defaults, faults and recorded responses that fit, and the items, completed where they do not. `now`: world time. */
export const fitDocument = (document: ScenarioDocument, service: NamedParts, now: number): ScenarioDocument => {
  const { seed = 1, data = {}, generate = {}, defaults = {}, faults = [] } = document;
  const specOf = (name: string) => {
    const lookup = findCollection(name, service.collections);
    return lookup.type === 'found' ? lookup.value : undefined;
  };
  const keptData: Record<string, Json> = {};
  for (const [name, value] of Object.entries(data)) {
    const spec = specOf(name);
    if (spec === undefined) continue;
    const items = isJsonObject(value) ? [value] : value;
    const kept = fitItems(spec, items, { seed, now }).kept;
    if (!isJsonObject(value)) setProperty(keptData, name, kept);
    else if (kept[0] !== undefined) setProperty(keptData, name, kept[0]);
  }
  const keep = <Value>(byCollection: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(byCollection).filter(([name]) => specOf(name) !== undefined));
  const keptFaults = faults.flatMap((fault) => {
    if (typeof fault === 'string' || fault.on === undefined) return [fault];
    const on = fitConditions(fault.on, service);
    return on === undefined ? [] : [{ ...fault, on }];
  });
  return {
    ...document,
    data: keptData as ScenarioDocument['data'],
    ...(document.generate !== undefined && { generate: keep(generate) }),
    ...(document.defaults !== undefined && { defaults: keep(defaults) }),
    ...(document.responses !== undefined && {
      responses: document.responses.filter(({ operation }) => fitConditions({ operation }, service) !== undefined),
    }),
    ...(document.faults !== undefined && { faults: keptFaults as ScenarioDocument['faults'] }),
  };
};
