/** Checks of filtered lists: each item has the value of the filter, and items that have it are listed. */

import { equalsJson, getProperty, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { cutText } from '../../core/primitives/units.ts';
import type { Filter, ListBinding } from '../../core/service/binding.ts';
import type { Operation, Parameter } from '../../core/service/operation.ts';
import { listedItems } from './known-items.ts';
import { maxTriedValues } from './parameter-cases.ts';
import type { Recorder } from './recorder.ts';
import { buildRequest } from './requests/verified-request.ts';
import { type ResourceContext, statusOf } from './resource-checks.ts';

/** A value of each type that no item has. */
const strangeValues: readonly Json[] = ['vivarium-no-such-value', 987_654_321, '00000000-0000-4000-8000-000000000000'];

/** The values that the document lists, and both of a boolean; undefined if there are any others. */
export const listedValues = (parameter: Parameter): readonly Json[] | undefined =>
  parameter.values ?? (isBoolean(parameter) ? [true, false] : undefined);

const isBoolean = ({ check }: Parameter): boolean =>
  [true, false].every((value) => check(value).length === 0) && ['', 0].every((value) => check(value).length > 0);

/** Every item in a filtered list has the value of the filter. */
export const checkFilters = async (
  recorder: Recorder,
  context: ResourceContext,
  binding: ListBinding,
): Promise<void> => {
  for (const filter of binding.filters) {
    // A list by POST is filtered by its body.
    if (recorder.operation.parameters[filter.parameter] === undefined) continue;
    if (filter.comparison !== 'equals' || filter.child !== undefined) continue;
    for (const value of filterValues(recorder.operation, context, binding, filter))
      await checkFilter(recorder, context, binding, filter, value);
  }
};

const checkFilter = async (
  recorder: Recorder,
  context: ResourceContext,
  binding: ListBinding,
  filter: Filter,
  value: Json,
): Promise<void> => {
  const { operation } = recorder;
  const { collection } = binding;
  const parameter = operation.parameters[filter.parameter] as Parameter;
  const values = new Map(context.known.valuesFor(operation, undefined, context.parentOf)).set(filter.parameter, value);
  const label = `with ${parameter.name}=${cutText(String(value), 40)}`;
  // A value may refer to something else that does not exist, which the service may reject.
  const expectation = strangeValues.includes(value) ? 'no-failure' : 'documented';
  const listed = await recorder.call(label, expectation, buildRequest(operation, context.drawing, { values }));
  const items = listed.body === undefined ? undefined : listedItems(binding, listed.body);
  const other = items?.find((item) => !hasValue(item, filter.property, value));
  if (other !== undefined) {
    const actual = String(getProperty(other, filter.property));
    recorder.find(label, statusOf(listed), `the list has an item with ${filter.property} ${actual}`, [listed.request]);
  }
  const parents = context.known.parentsFor(collection, context.parentOf) ?? [];
  const expected = context.known
    .of(collection)
    .find(
      (item) =>
        item.isOwn && equalsJson(item.parents, parents) && isEqual(getProperty(item.value, filter.property), value),
    );
  // A path that filters, too, may name another thing than the item does.
  const isNarrowed = binding.filters.some(({ parameter: index }) => operation.parameters[index]?.in === 'path');
  if (items?.length === 0 && expected !== undefined && !isNarrowed)
    recorder.find(label, statusOf(listed), `the list is empty, although item ${String(expected.id)} has this value`, [
      listed.request,
    ]);
};

const filterValues = (
  { parameters }: Operation,
  { known }: ResourceContext,
  { collection }: ListBinding,
  { parameter: index, property, matchAll }: Filter,
): readonly Json[] => {
  const parameter = parameters[index] as Parameter;
  const isUsable = (value: Json): boolean =>
    value !== null &&
    typeof value !== 'object' &&
    !matchAll.has(String(value).toLowerCase()) &&
    parameter.check(value).length === 0;
  const listed = listedValues(parameter);
  if (listed !== undefined) return listed.filter(isUsable).slice(0, maxTriedValues);
  const ofItems = known.of(collection).flatMap(({ value }) => getProperty(value, property) ?? []);
  // All items may have the same value: then only a value that none has shows that the filter is ignored.
  const strange = strangeValues.find((value) => !ofItems.includes(value) && isUsable(value)) ?? [];
  return [...[...new Set(ofItems)].filter(isUsable).slice(0, maxTriedValues), ...[strange].flat()];
};

const hasValue = (item: JsonObject, property: string, value: Json): boolean => {
  const actual = getProperty(item, property);
  // Not shown, or with several values.
  return actual === undefined || (typeof actual === 'object' && actual !== null) || isEqual(actual, value);
};

const isEqual = (actual: Json | undefined, value: Json): boolean =>
  actual !== undefined && String(actual).toLowerCase() === String(value).toLowerCase();
