/** Completes the properties of an object. */
import { slugFrom } from '../../core/primitives/id-names.ts';
import { isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import { lengthIn } from '../../parts/agreement/index.ts';
import { englishOf } from '../generate/name-hint.ts';
import type { Completion, Place } from './completion.ts';
import { usualIdOf } from './completion-forms.ts';
import { childOf } from './kept-values.ts';
import type { Plan } from './plan.ts';

/** The object with each of its properties completed, and with those that its schema requires. */
export const fitObject = (completion: Completion, plan: Plan, value: JsonObject, place: Place): JsonObject => {
  const { required, parts } = plan.merged();
  const before = earlierObject(value, place.before);
  const fitted: Record<string, Json> = {};
  const placeOf = (name: string): Place => ({
    pointer: `${place.pointer}/${name}`,
    before: childOf(before, name),
    template: () => childOf(place.template(), name),
  });
  for (const name of Object.keys(value)) {
    const property = plan.property(name);
    const sent = value[name] as Json;
    if (property === undefined) continue;
    const own = completion.fit(property, sent, placeOf(name));
    // Null removes an optional property.
    const isRemoved = sent === null && !required.has(name);
    const kept = own !== undefined || isRemoved ? own : completion.earlier(property, placeOf(name));
    if (kept !== undefined) setProperty(fitted, name, kept);
  }
  const add = (name: string): void => {
    const property = Object.hasOwn(fitted, name) ? undefined : plan.property(name);
    if (property === undefined) return;
    const place = placeOf(name);
    const follows =
      place.before === undefined ? (slugFrom(name, fitted) ?? lengthIn(fitted, name, englishOf)) : undefined;
    const isKnown = follows !== undefined && completion.matches(property, follows);
    const added = isKnown ? follows : completion.missing(property, place);
    if (added !== undefined) setProperty(fitted, name, added);
  };
  for (const name of required) {
    add(name);
    // No value matches.
    if (!Object.hasOwn(fitted, name) && Object.hasOwn(value, name)) setProperty(fitted, name, value[name] as Json);
  }
  for (const [name, names] of parts.flatMap((part) => Object.entries(part.dependentRequired ?? {})))
    if (Object.hasOwn(fitted, name)) for (const dependent of names) add(dependent);
  return fitted;
};

/** The earlier object, unless the new one has another id: then it is another object. */
const earlierObject = (value: JsonObject, before: Json | undefined): JsonObject | undefined => {
  if (before === undefined || !isJsonObject(before)) return undefined;
  const id = usualIdOf(value);
  return id === undefined || String(id) === String(usualIdOf(before)) ? before : undefined;
};
