/** Parts of a state that remember the latest of some values, each with a world time: rates and replays. */
import { isJsonObject, type Json, type JsonObject } from '../primitives/json.ts';
import { type Latest, listLatest, noneLatest } from '../primitives/latest.ts';
import { type Change, definePart, type PartStateKind } from './state.ts';

/** `time`: the property with the world time, which is saved as a text. `withValue`: puts a value among the latest. */
export const latestPart = <Value>(
  name: string,
  time: keyof Value & string,
  withValue: (latest: Latest<Value>, value: Value) => Latest<Value>,
): { readonly kind: PartStateKind; readonly change: (value: object) => Change } => ({
  change: (value) => ({ type: 'part', part: name, change: value as unknown as Json }),
  kind: definePart<Latest<Value>>({
    name,
    start: () => noneLatest,
    apply: (latest, change) => withValue(latest, change as unknown as Value),
    save: (latest) => {
      const values = listLatest(latest).map(({ value }): JsonObject => {
        const { [time]: at, ...rest } = value as unknown as JsonObject;
        return { ...rest, [time]: new Date(at as number).toISOString() };
      });
      return values.length === 0 ? undefined : values;
    },
    restore: (saved) =>
      (Array.isArray(saved) ? (saved as readonly Json[]) : [])
        .filter(isJsonObject)
        .map((one) => ({ ...one, [time]: Date.parse(String(one[time])) }) as unknown as Value)
        .reduce(withValue, noneLatest),
  }),
});
