/** A schema as a tree. A branch is rendered when it is opened, because schemas can contain themselves. */
import { useState } from 'preact/hooks';
import { isObject, type Json, type JsonObject, writeJson } from '../api/panel-client.ts';
import { Mark } from '../parts/marks.tsx';
import { listOf, resolve, rulesOf, textOf } from '../state/panel-document.ts';

interface SchemaViewProps {
  readonly document: JsonObject;
  readonly schema: Json | undefined;
}

export const SchemaView = ({ document, schema }: SchemaViewProps) => {
  const branches = branchesOf(document, resolve(document, schema));
  return (
    <div class="schema">
      <p>
        <SchemaType document={document} schema={schema} />
      </p>
      <Branches document={document} branches={branches} />
    </div>
  );
};

interface Branch {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Json | undefined;
}

/** The properties (also of schemas in `allOf`), items and alternatives. */
const branchesOf = (document: JsonObject, schema: JsonObject, depth = 0): readonly Branch[] => {
  if (depth > 6) return [];
  const required = new Set(listOf(schema.required));
  const own = isObject(schema.properties)
    ? Object.entries(schema.properties).map(([name, property]) => ({
        name,
        isRequired: required.has(name),
        schema: property,
      }))
    : [];
  const composed = listOf(schema.allOf).flatMap((part) => branchesOf(document, resolve(document, part), depth + 1));
  const alternatives = [...listOf(schema.oneOf), ...listOf(schema.anyOf)].map((part, index) => ({
    name: `either ${index + 1}`,
    isRequired: false,
    schema: part,
  }));
  const items = schema.items === undefined ? [] : [{ name: 'items', isRequired: false, schema: schema.items }];
  const others = isObject(schema.additionalProperties)
    ? [{ name: 'other properties', isRequired: false, schema: schema.additionalProperties }]
    : [];
  const known = new Map<string, Branch>();
  for (const branch of [...composed, ...own, ...alternatives, ...items, ...others])
    known.set(branch.name, {
      ...branch,
      isRequired: branch.isRequired || required.has(branch.name) || (known.get(branch.name)?.isRequired ?? false),
    });
  return [...known.values()];
};

interface BranchesProps {
  readonly document: JsonObject;
  readonly branches: readonly Branch[];
}

const Branches = ({ document, branches }: BranchesProps) =>
  branches.length === 0 ? null : (
    <ul>
      {branches.map((branch) => (
        <BranchView key={branch.name} document={document} branch={branch} />
      ))}
    </ul>
  );

const BranchView = ({ document, branch }: { readonly document: JsonObject; readonly branch: Branch }) => {
  const [isOpen, setOpen] = useState(false);
  const schema = resolve(document, branch.schema);
  const below = branchesOf(document, schema);
  const head = (
    <>
      <code>{branch.name}</code> <SchemaType document={document} schema={branch.schema} />
      {branch.isRequired && <Mark text="required" />}
      {textOf(schema.description) !== '' && <span class="quiet"> {textOf(schema.description)}</span>}
    </>
  );
  return (
    <li>
      {below.length === 0 ? (
        head
      ) : (
        <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{head}</summary>
          {isOpen && <Branches document={document} branches={below} />}
        </details>
      )}
    </li>
  );
};

const SchemaType = ({ document, schema }: SchemaViewProps) => (
  <span class="schema-type">{describe(document, schema, 0)}</span>
);

/** `list of Order`, `integer (int64), at least 1`, `one of "a", "b"`. */
export const describe = (document: JsonObject, schema: Json | undefined, depth: number): string => {
  const name = isObject(schema) && typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
  const own = resolve(document, schema);
  const types = (Array.isArray(own.type) ? listOf(own.type) : own.type === undefined ? [] : [own.type]).map(String);
  if (types.includes('array') && depth < 4) return `list of ${describe(document, own.items, depth + 1)}`;
  const values = listOf(own.enum);
  const parts = [
    values.length > 0 ? `one of ${values.map((value) => writeJson(value)).join(', ')}` : types.join(' or ') || 'object',
    rulesOf(own),
    own.default === undefined ? '' : `default ${writeJson(own.default)}`,
  ].filter((part) => part !== '');
  return name === undefined ? parts.join(', ') : `${name}: ${parts.join(', ')}`;
};
