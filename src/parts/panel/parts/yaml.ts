/** Writes a JSON value as YAML, in the style of the scenario files. */
import { isObject, writeJson } from '../api/panel-client.ts';

const lineLength = 72;

export const toYaml = (value: unknown): string => `${block(value, '').trimStart()}\n`;

/** The text after `name:` or `-`: on the same line after a space, or on new lines. */
const block = (value: unknown, indent: string): string => {
  const line = inline(value);
  const isScalar = !isObject(value) && !Array.isArray(value);
  if (isScalar || line === '{}' || line === '[]') return ` ${line}`;
  if (indent !== '' && line.length + indent.length <= lineLength) return ` ${line}`;
  if (Array.isArray(value)) return value.map((item) => `\n${indent}-${entry(item, indent)}`).join('');
  return Object.entries(value as object)
    .map(([name, property]) => `\n${indent}${key(name)}:${block(property, `${indent}  `)}`)
    .join('');
};

const entry = (value: unknown, indent: string): string => {
  const text = block(value, `${indent}  `);
  return isObject(value) ? text.replace(/\n\s*/, ' ') : text;
};

const inline = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, property]) => `${key(name)}: ${inline(property)}`);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  }
  return typeof value === 'string' ? scalar(value) : writeJson(value);
};

/** A name. Scenario files are YAML 1.2, where `on` is a text. */
const key = (name: string): string => (/^[A-Za-z_$][\w$-]*$/.test(name) ? name : JSON.stringify(name));

/** Quotes text that YAML would read as another value. JSON strings are valid YAML. */
const scalar = (text: string): string => {
  const isPlain =
    /^[A-Za-z_/][\w ./*@-]*$/.test(text) &&
    !text.endsWith(' ') &&
    !/^(true|false|null|yes|no|on|off|y|n|~)$/i.test(text);
  return isPlain || /^\d+(\.\d+)?(ms|s|m|h|d|B|KB|MB|GB|KiB|MiB|GiB)$/.test(text) ? text : JSON.stringify(text);
};
