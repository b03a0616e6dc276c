/** Encodes values as XML. The `xml` keyword of their schemas determines the names. */

import { getProperty, isJsonObject, type Json, type JsonObject } from '../../core/primitives/json.ts';
import { getOrInsert } from '../../core/primitives/lazy.ts';
import { singular } from '../../core/primitives/words.ts';
import { stringIn } from '../../openapi/document/source.ts';
import { firstOf, type Schema } from '../../openapi/schema/schema.ts';
import type { SchemaSet } from '../../openapi/schema/schema-set.ts';
import { itemsSchemaOf, otherProperties } from '../../openapi/serialization/parameter-shape.ts';

/** The XML format of the values of one schema. */
interface Plan {
  readonly name: string | undefined;
  readonly prefix: string;
  readonly namespace: string | undefined;
  readonly isAttribute: boolean;
  /** OpenAPI 3.2: whether it is text of the element around it. */
  readonly isText: boolean;
  readonly isWrapped: boolean;
  readonly properties: ReadonlyMap<string, Schema>;
  readonly other: Schema;
  readonly items: Schema;
}

/** `name`: the name of the root element if its schema has no XML name. */
export const xmlWriter = (schemas: SchemaSet, key: string, name: string): ((value: Json) => string) => {
  const planOf = planner(schemas);
  const root: Schema = { $ref: key };
  return (value) => {
    if (typeof value === 'string') return value;
    const rootName = planOf(root).name ?? (name || (Array.isArray(value) ? 'items' : 'value'));
    const body = Array.isArray(value) ? { ...planOf(root), isWrapped: true } : planOf(root);
    return `<?xml version="1.0" encoding="UTF-8"?>\n${write(rootName, value, body, planOf)}`;
  };
};

type PlanOf = (schema: Schema) => Plan;

const planner = (schemas: SchemaSet): PlanOf => {
  const known = new Map<Schema, Plan>();
  return (schema) => getOrInsert(known, schema, () => planFor(schema, schemas));
};

const planFor = (schema: Schema, schemas: SchemaSet): Plan => {
  const parts = schemas.partsOf(schema, 'some');
  const found = firstOf(parts, 'xml');
  const xml: JsonObject = isJsonObject(found) ? found : {};
  const [prefix, nodeType] = [stringIn(xml, 'prefix'), stringIn(xml, 'nodeType')];
  return {
    name: stringIn(xml, 'name'),
    prefix: prefix === undefined ? '' : `${prefix}:`,
    namespace: stringIn(xml, 'namespace'),
    isAttribute: getProperty(xml, 'attribute') === true || nodeType === 'attribute',
    isText: /text|cdata/.test(nodeType ?? ''),
    isWrapped: getProperty(xml, 'wrapped') === true || nodeType === 'element',
    properties: new Map([...schemas.propertiesIn(parts)].map(([name, declared]) => [name, declared[0] ?? true])),
    other: otherProperties(parts) ?? true,
    items: itemsSchemaOf(parts) ?? true,
  };
};

const write = (name: string, value: Json, plan: Plan, planOf: PlanOf): string => {
  if (Array.isArray(value)) {
    const itemPlan = planOf(plan.items);
    const items = (value as readonly Json[])
      .map((item) => write(itemPlan.name ?? (plan.isWrapped ? singular(name) : name), item, itemPlan, planOf))
      .join('');
    return plan.isWrapped ? element(name, xmlnsOf(plan), items, plan) : items;
  }
  if (!isJsonObject(value)) return element(name, xmlnsOf(plan), value === null ? '' : escapeText(String(value)), plan);
  const namespaces = new Set([xmlnsOf(plan)]);
  let attributes = '';
  let content = '';
  for (const [property, inner] of Object.entries(value)) {
    const propertyPlan = planOf(plan.properties.get(property) ?? plan.other);
    const propertyName = propertyPlan.name ?? property;
    if (propertyPlan.isAttribute && typeof inner !== 'object') {
      attributes += ` ${propertyPlan.prefix}${nameOf(propertyName)}="${escapeText(String(inner))}"`;
      // An attribute without a prefix is in no namespace.
      if (propertyPlan.prefix !== '') namespaces.add(xmlnsOf(propertyPlan));
    } else if (propertyPlan.isText && typeof inner !== 'object') content += escapeText(String(inner));
    else content += write(propertyName, inner, propertyPlan, planOf);
  }
  return element(name, `${[...namespaces].join('')}${attributes}`, content, plan);
};

const element = (name: string, attributes: string, content: string, { prefix }: Plan): string => {
  const tag = `${prefix}${nameOf(name)}`;
  return content === '' ? `<${tag}${attributes}/>` : `<${tag}${attributes}>${content}</${tag}>`;
};

const xmlnsOf = ({ prefix, namespace }: Plan): string =>
  namespace === undefined ? '' : ` xmlns${prefix === '' ? '' : `:${prefix.slice(0, -1)}`}="${escapeText(namespace)}"`;

const nameOf = (name: string): string => name.replace(/[^\w.-]/g, '_').replace(/^(?=[^A-Za-z_])/, '_');

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Omits characters that XML 1.0 does not allow (section 2.2). */
const escapeText = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (character) => entities[character] as string);
