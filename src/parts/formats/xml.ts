/** Encodes values as XML, and reads them. The `xml` keyword of their schemas determines the names. */

import { getProperty, isJsonObject, type Json, type JsonObject, maxJsonDepth } from '../../core/primitives/json.ts';
import { getOrInsert, lazily } from '../../core/primitives/lazy.ts';
import { singular } from '../../core/primitives/words.ts';
import type { DecodedBody } from '../../core/service/operation.ts';
import { stringIn } from '../../openapi/document/source.ts';
import { firstOf, type Schema } from '../../openapi/schema/schema.ts';
import type { SchemaSet } from '../../openapi/schema/schema-set.ts';
import { nodeReader } from '../../openapi/serialization/decode-fields.ts';
import { createNode, type FieldNode, textField } from '../../openapi/serialization/field-tree.ts';
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
  readonly types: ReturnType<SchemaSet['typesOf']>;
  readonly properties: ReadonlyMap<string, Schema>;
  /** The properties by the names of their elements or attributes; by none, what is text of the element itself. */
  readonly names: () => ReadonlyMap<string, string>;
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
  const planOf: PlanOf = (schema) => getOrInsert(known, schema, () => planFor(schema, schemas, planOf));
  return planOf;
};

const planFor = (schema: Schema, schemas: SchemaSet, planOf: PlanOf): Plan => {
  const parts = schemas.partsOf(schema, 'some');
  const found = firstOf(parts, 'xml');
  const xml: JsonObject = isJsonObject(found) ? found : {};
  const [prefix, nodeType] = [stringIn(xml, 'prefix'), stringIn(xml, 'nodeType')];
  const declared = [...schemas.propertiesIn(parts)];
  const properties = new Map(declared.map(([name, [first = true]]) => [name, first]));
  return {
    name: stringIn(xml, 'name'),
    prefix: prefix === undefined ? '' : `${prefix}:`,
    namespace: stringIn(xml, 'namespace'),
    isAttribute: getProperty(xml, 'attribute') === true || nodeType === 'attribute',
    isText: /text|cdata/.test(nodeType ?? ''),
    isWrapped: getProperty(xml, 'wrapped') === true || nodeType === 'element',
    types: schemas.typesOf(schema),
    properties,
    names: lazily(() => new Map([...properties].map(([name, one]) => [shownName(name, planOf(one), planOf), name]))),
    other: otherProperties(parts) ?? true,
    items: itemsSchemaOf(parts) ?? true,
  };
};

const shownName = (property: string, { isText, isWrapped, name, types, items }: Plan, planOf: PlanOf): string => {
  const itemName = types?.has('array') && !isWrapped ? planOf(items).name : undefined;
  return isText ? '' : nameOf(itemName ?? name ?? property);
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

const xmlnsOf = ({ prefix, namespace }: Plan) =>
  namespace === undefined ? '' : ` xmlns${prefix === '' ? '' : `:${prefix.slice(0, -1)}`}="${escapeText(namespace)}"`;

const nameOf = (name: string) => name.replace(/[^\w.-]/g, '_').replace(/^(?=[^A-Za-z_])/, '_');

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Omits characters that XML 1.0 does not allow (section 2.2). */
const escapeText = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (character) => entities[character] as string);

/** Reads what the writer writes, by the same names. */
export const xmlReader = (schemas: SchemaSet, key: string): ((text: string) => DecodedBody) => {
  const planOf = planner(schemas);
  const root: Schema = { $ref: key };
  const read = nodeReader(schemas, root);
  return (text) => {
    const found = elementIn(text.trim());
    if (found === undefined) return { ok: false, reason: 'is not valid XML' };
    const plan = planOf(root);
    // Some schemas describe what is around the root: `{ "Envelope": { ... } }`.
    const top = plan.properties.has(found.name) ? { ...newElement(''), children: [found] } : found;
    return { ok: true, value: read(nodeOf([top], { ...plan, isWrapped: true }, planOf), '', []) };
  };
};

/** The names of the element and its attributes have no prefixes. */
interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: Element[];
  text: string;
}

const newElement = (name: string, attributes: Element['attributes'] = new Map()): Element => ({
  ...{ name: localName(name), attributes, children: [], text: '' },
});

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** A comment, literal text, a declaration, the end and the start of an element, and text. */
const markup =
  /<!--.*?-->|<!\[CDATA\[(?<data>.*?)\]\]>|<(?:\?|!(?!--|\[))[^[>]*(?:\[[^\]]*\]\s*)?>|<\/(?<end>[^\s<>]+)\s*>|<(?<start>[^\s<>/=!?]+)(?<pairs>(?:\s+[^\s<>/=]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>|(?<text>[^<]+)/gsy;

/** The root of a text; undefined if it is not well-formed, or too deep. */
const elementIn = (whole: string): Element | undefined => {
  const top = newElement('');
  const open = [top];
  let read = 0;
  for (const { 0: all, groups: { data, end, start, pairs = '', empty, text = '' } = {} } of whole.matchAll(markup)) {
    read += all.length;
    const around = open.at(-1) as Element;
    if (end !== undefined && (open.length === 1 || open.pop()?.name !== localName(end))) return undefined;
    if (start === undefined) around.text += data ?? unescapeText(text);
    else {
      const named = pairs.matchAll(/([^\s=]+)\s*=\s*(["'])(.*?)\2/gs);
      const attributes = named.map(([, name = '', , value = '']) => [localName(name), unescapeText(value)] as const);
      const child = newElement(start, new Map(attributes));
      around.children.push(child);
      if (empty === '' && open.push(child) > maxJsonDepth) return undefined;
    }
  }
  const isWhole = read === whole.length && open.length === 1 && top.text.trim() === '';
  return isWhole && top.children.length === 1 ? top.children[0] : undefined;
};

const characters = new Map([...Object.entries(entities).map(([one, name]) => [name, one] as const), ['&apos;', "'"]]);

const unescapeText = (text: string) =>
  text.replace(/&(?:#(?:x([\da-f]{1,6})|(\d{1,7}))|\w+);/gi, (all, hex, digits) => {
    const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : (characters.get(all) ?? all);
  });

/** The fields of elements of the same name, as those of a form. */
const nodeOf = (elements: readonly Element[], plan: Plan, planOf: PlanOf): FieldNode => {
  const [{ attributes, children, text }] = elements as readonly [Element];
  const node = createNode();
  if (attributes.get('nil') === 'true') return fieldOf('null', true);
  if (plan.types?.has('array') || elements.length > 1) {
    const items = planOf(plan.items);
    // Clients wrap lists, whether or not the document does.
    const isWrapped =
      elements.length === 1 &&
      (plan.isWrapped || (children.length > 0 && !children.some(({ name }) => items.names().has(name))));
    return { ...node, items: (isWrapped ? children : elements).map((one) => nodeOf([one], items, planOf)) };
  }
  const { names, properties, other, types } = plan;
  if (children.length === 0 && properties.size === 0 && !types?.has('object'))
    return fieldOf(types?.has('string') ? text : text.trim());
  const found = new Map<string, FieldNode>();
  for (const [name, value] of [...attributes, ['', text] as const]) {
    const property = names().get(name);
    if (property !== undefined) found.set(property, fieldOf(value));
  }
  for (const [name, list] of Map.groupBy(children, (child) => names().get(child.name) ?? child.name))
    found.set(name, nodeOf(list, planOf(properties.get(name) ?? other), planOf));
  return { ...node, properties: found };
};

const fieldOf = (text: string, isJson = false): FieldNode => ({
  ...createNode(),
  fields: [{ ...textField(text), isJson }],
});
