/** Finds lists of words that are written in code: alternatives of patterns, and lists of texts. */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { parseAst } from 'vite';
import { wordGroups } from '../../../src/parts/names/index.ts';
import { allLists } from './atoms.ts';

/** As many words are a list. */
const fewest = 3;

/** Words that are no names of a service: those of OpenAPI, JSON Schema and HTTP, and those of this project. */
const known = new Set(
  [
    'get put post delete options head patch trace query path header cookie querystring body',
    'openapi swagger asyncapi arazzo overlay info title version summary description paths servers components security tags',
    'parameters responses headers requestBodies securitySchemes links callbacks pathItems mediaTypes schemas webhooks content',
    'encoding variables mapping schema itemSchema contentSchema operationId url name scopes value dataValue termsOfService bearerFormat',
    'type enum const format pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems',
    'maxItems uniqueItems minProperties maxProperties minContains maxContains required properties patternProperties',
    'additionalProperties unevaluatedProperties propertyNames items prefixItems contains unevaluatedItems allOf anyOf oneOf not if',
    'then else definitions dependentSchemas default example examples deprecated readOnly discriminator propertyName contentEncoding',
    'contentMediaType x-faker simple label matrix form spaceDelimited pipeDelimited deepObject',
    'string number integer boolean object array null none float double int date time date-time duration uuid uri url iri hostname',
    ...[...Object.keys(allLists), ...Object.values(wordGroups).flatMap(({ lists }) => Object.keys(lists))],
    'list create read replace update act count collection action item lifecycle credential self alone method relation means sends shows',
  ].flatMap((words) => words.split(' ')),
);

const isWord = (text: string): boolean => /[a-z]{3}/i.test(text);

/** An alternative without signs of a pattern. */
const wordOf = (part: string): string => part.replace(/\\[a-zA-Z]|\(\?<?\w*>?/g, '').replace(/[^\w-]/g, '');

const areOfService = (words: readonly string[]): boolean => {
  const own = words.filter((one) => isWord(one) && !/^[A-Z]+$/.test(one) && !known.has(one));
  return own.length >= fewest;
};

interface Node {
  readonly [name: string]: unknown;
}

const wordsAt = (node: Node): readonly string[] => {
  if (node.type === 'Literal' && node.regex !== undefined && node.regex !== null)
    return (node.regex as { readonly pattern: string }).pattern.split('|').map(wordOf);
  if (node.type === 'ArrayExpression')
    return (node.elements as readonly (Node | null)[]).flatMap((one) =>
      one?.type === 'Literal' && typeof one.value === 'string' && /^[a-z][a-z -]*$/i.test(one.value) ? [one.value] : [],
    );
  const { callee } = node as { readonly callee?: { readonly property?: Node; readonly object?: Node } };
  const isSplit = node.type === 'CallExpression' && callee?.property?.name === 'split';
  return isSplit ? (textOf(callee?.object)?.split(' ') ?? []) : [];
};

/** The text of a literal, or of several that are joined; undefined for anything else. */
const textOf = (node: unknown): string | undefined => {
  const { type, value, operator, left, right, expression } = (node ?? {}) as Node;
  if (type === 'ParenthesizedExpression') return textOf(expression);
  if (type === 'Literal') return String(value);
  if (type !== 'BinaryExpression' || operator !== '+') return undefined;
  const [first, second] = [textOf(left), textOf(right)];
  return first === undefined || second === undefined ? undefined : first + second;
};

/** The lists in a file, each as its words. */
export const listsIn = (file: string): readonly string[] => {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const words = Array.isArray(node) ? [] : wordsAt(node as Node);
    if (areOfService(words)) found.push(words.filter(isWord).join(' '));
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(parseAst(stripTypeScriptTypes(readFileSync(file, 'utf8'))));
  return found;
};
