/** Cheap tests that exclude branches of a union: by type, required properties and constant properties. */
import { getProperty, isJsonObject, type Json } from '../../../core/primitives/json.ts';
import { typeOf } from '../../../core/service/schema-facts.ts';
import { firstOf, partsOf, propertiesOf, typesOf } from '../../schema/applicable-schemas.ts';
import type { Schema, SchemaObject } from '../../schema/schema.ts';
import type { SchemaSet } from '../../schema/schema-set.ts';

/** False only for a value that does not match the branch. */
export type BranchGuard = (value: Json) => boolean;

/** The required properties, and those with constant values, that are looked at before a branch is tried. */
const maxGuards = 8;

export const guardOf = (branch: Schema, schemas: SchemaSet): BranchGuard => {
  if (typeof branch === 'boolean') return () => branch;
  const types = typesOf(schemas, branch);
  const parts = partsOf(schemas, branch, 'all');
  const required = [...new Set(parts.flatMap((part) => part.required ?? []))].slice(0, maxGuards);
  const tags = constantsOf(parts, schemas);
  return (value) => {
    const type = typeOf(value);
    if (types !== undefined && !types.has(type) && !(type === 'integer' && types.has('number'))) return false;
    if (!isJsonObject(value)) return true;
    return (
      required.every((name) => Object.hasOwn(value, name)) &&
      tags.every(([name, values]) => {
        const tag = getProperty(value, name);
        return typeof tag !== 'string' || values.has(tag);
      })
    );
  };
};

/** The properties with a constant or a list of values. */
export const constantsOf = (
  parts: readonly SchemaObject[],
  schemas: SchemaSet,
): readonly (readonly [string, ReadonlySet<Json>])[] => {
  const tags: (readonly [string, ReadonlySet<Json>])[] = [];
  for (const [name, declarations] of propertiesOf(schemas, parts)) {
    if (tags.length === maxGuards) break;
    const applied = declarations.flatMap((declaration) => partsOf(schemas, declaration, 'all'));
    const constant = applied.find((part) => 'const' in part);
    const values = constant === undefined ? firstOf(applied, 'enum') : [constant.const as Json];
    if (values !== undefined) tags.push([name, new Set(values)]);
  }
  return tags;
};
