/** Examples as documents misplace them: with names where one is expected, and without a `value`. */

import { isJsonObject, type Json } from '../../core/primitives/json.ts';

/** What the schema of an example describes: its types, and the names of its properties. */
type Described = () => { readonly types: ReadonlySet<string> | undefined; readonly listed: () => readonly string[] };

const isName = /^examples?\b|^value$/i;

/** Returns the first of several examples with names, where one is expected: `example: { "Example 1": {…} }`, or `example: { value: {…} }`. */
export const withoutName = (example: Json, described: Described): Json => {
  const entries = isJsonObject(example) ? Object.entries(example) : [];
  const [[name, value] = []] = entries;
  if (name === undefined || !entries.every(([one, inner]) => isName.test(one) && isJsonObject(inner))) return example;
  const properties = described().listed();
  // Where no properties are described, `value` may be one.
  const isOwn = properties.includes(name) || (properties.length === 0 && /^value$/i.test(name));
  return isOwn ? example : (value as Json);
};

/** Whether what stands in `examples` is the value of one: no object, an object with the names of its properties, or a list of items where one is expected. */
export const isValue = (written: Json, described: Described): boolean => {
  if (Array.isArray(written)) {
    const isOfItems = written.length > 0 && written.every((one: Json) => !Array.isArray(one) && isBareValue(one));
    const { types } = described();
    return isOfItems && types?.has('array') === true && !types.has('object');
  }
  if (!isJsonObject(written)) return true;
  const names = Object.values(written).every(isBareValue) ? Object.keys(written) : [];
  const properties = names.length === 0 ? [] : described().listed();
  return properties.length > 0 && names.every((name) => properties.includes(name));
};

/** Whether what stands below a name in `examples` is the value itself, in place of an object with a `value`. */
export const isBareValue = (raw: Json): boolean => {
  const names = isJsonObject(raw) ? Object.keys(raw) : ['written'];
  return (
    !names.some((name) => /value$|^\$ref$/i.test(name)) &&
    !names.every((name) => /^(summary|description|x-.*)$/.test(name))
  );
};
