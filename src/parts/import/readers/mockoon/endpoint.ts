/** The paths of a route: `books/:id`, `files/*`, `books/:id?`. */
import { Inexpressible } from '../../stubs/inexpressible.ts';
import { anything, exactly, filledTemplate, maxAlternatives, type Wildcard } from '../../stubs/stub-wildcard.ts';

const maxCharacters = 1000;

/** Paths with their parameters, `/books/{id}`, in which `{*}` stands for any rest. @throws Inexpressible */
export const templatesOf = (prefix: string, endpoint: string): readonly string[] => {
  const path = `/${prefix}/${endpoint}`.replaceAll(' ', '%20').replace(/\/{2,}/g, '/');
  if (path.length > maxCharacters) throw new Inexpressible('the path of the route is too long');
  if (path.includes('{{')) throw new Inexpressible('templates are not evaluated');
  const templates = new Set(optionsOf(path).map((one) => (one.length > 1 ? one.replace(/\/$/, '') : one)));
  return [...templates];
};

/** The expressions for the values of parameters that stand for less than any value. */
export const expressionsIn = (endpoint: string): readonly string[] =>
  [...endpoint.matchAll(/:[A-Za-z_$][\w$]*(\([^()]*\))/g)]
    .map(([, found = '']) => found)
    .filter((one) => one !== '(.*)');

/** A parameter with the expression for its values, and how often it may be there; or a wildcard. */
const parameter = /:([A-Za-z_$][\w$]*)(\([^()]*\))?([?*+])?|\*(?:[A-Za-z_$][\w$]*)?/y;

const optionsOf = (text: string): readonly string[] => {
  let options: readonly string[] = [''];
  const add = (values: readonly string[], { isOptional }: { readonly isOptional: boolean }): void => {
    const longer = options.flatMap((one) => values.map((value) => one + value));
    options = isOptional ? [...longer, ...options.map((one) => one.replace(/[/.~-]$/, ''))] : longer;
    if (options.length > maxAlternatives) throw new Inexpressible('the path of the route has too many optional parts');
  };
  for (let at = 0; at < text.length; ) {
    parameter.lastIndex = at;
    const found = parameter.exec(text);
    const character = text[at] as string;
    if (found !== null) {
      const [whole, name, , times = ''] = found;
      at += whole.length;
      add([name === undefined || times === '*' || times === '+' ? '{*}' : `{${name}}`], {
        isOptional: times === '?' || times === '*',
      });
    } else if (character === '(' || character === '{') {
      const end = endOfGroup(text, at);
      add(optionsOf(text.slice(at + 1, end)), { isOptional: true });
      at = text[end + 1] === '?' ? end + 2 : end + 1;
    } else {
      const length = character === '\\' ? 2 : 1;
      const isOptional = text[at + length] === '?';
      add([text.slice(at + length - 1, at + length)], { isOptional });
      at += isOptional ? length + 1 : length;
    }
  }
  return options;
};

const endOfGroup = (text: string, start: number): number => {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(' || text[at] === '{') depth++;
    if (text[at] === ')' || text[at] === '}') depth--;
    if (depth === 0) return at;
  }
  throw new Inexpressible('the path of the route cannot be read');
};

export const wildcardOf = (template: string, values: ReadonlyMap<string, Wildcard>): Wildcard =>
  filledTemplate(template, (name) => (name === '*' ? anything : values.get(name)));

/** The template that a document could have, if there is one. */
export const documentedTemplate = ([only, ...others]: readonly string[]): string | undefined =>
  only === undefined || others.length > 0 || !only.includes('{') || only.includes('{*}') ? undefined : only;

/** One request to the path. */
export const exampleOf = (template: string, values: ReadonlyMap<string, string>): string =>
  wildcardOf(template, new Map([...values].map(([name, value]) => [name, exactly(encodeURIComponent(value))]))).example;
