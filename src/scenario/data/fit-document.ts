/** The part of a scenario that a changed document still allows. */
import { isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import type { ScenarioDocument } from '../document/schema.ts';
import { checkItem } from './check-items.ts';
import { checkFaultNames, type NamedParts } from './check-scenario.ts';
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

/** The collections, items, defaults, faults and recorded responses that fit. */
export const fitDocument = (document: ScenarioDocument, service: NamedParts): ScenarioDocument => {
  const { data = {}, generate = {}, defaults = {}, faults = [] } = document;
  const specOf = (name: string) => {
    const lookup = findCollection(name, service.collections);
    return lookup.type === 'found' ? lookup.value : undefined;
  };
  const keptData: Record<string, Json> = {};
  for (const [name, value] of Object.entries(data)) {
    const spec = specOf(name);
    if (spec === undefined) continue;
    const fits = (item: JsonObject): boolean => checkItem(spec, item, []).next().done === true;
    const kept = isJsonObject(value) ? [value].find(fits) : value.filter(fits);
    if (kept !== undefined) setProperty(keptData, name, kept);
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
