/** The tables of the pages list the options, calls, keys, types and pages that exist, and no others. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { scenarioJsonSchema } from '../../scripts/build-schemas.ts';
import { withRules } from '../../scripts/resource-rules.ts';
import { table } from '../../src/openapi/rules.ts';
import { optionsSchema, readOptions } from '../../src/simulation/options.ts';
import { run } from '../cli/in-process.ts';
import { root } from '../cli/process.ts';
import { codeIn, linksIn, namesBelow, readPage, rowsBelow } from './markdown.ts';

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

describe('README.md', () => {
  const text = readPage('README.md');

  test('is one page', () => {
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(250);
  });

  test('starts with the command that starts the server', () => {
    const { scripts } = JSON.parse(readPage('package.json'));
    expect(scripts.start).toBe('node bin/vivarium.js');
    expect(/```sh\n([\s\S]*?)```/.exec(text)?.[1]).toBe('npm ci && npm start\n');
  });

  test('shows a scenario that is shipped', () => {
    const [, code = ''] = /```yaml\n([\s\S]*?)```/.exec(text) ?? [];
    const { description, ...shown } = parse(code);
    expect(parse(readPage('scenarios/key-expires.yaml'))).toMatchObject(shown);
  });
});

test('the package contains every page, and every file that a page of it links to', () => {
  const { files } = JSON.parse(readPage('package.json')) as { readonly files: readonly string[] };
  const isPacked = (path: string): boolean =>
    ['README.md', 'LICENSE'].includes(path) || files.some((file) => path === file || path.startsWith(`${file}/`));
  const pages = ['README.md', ...files.filter((file) => file.endsWith('.md')), ...pagesIn('docs')];
  for (const page of pages) {
    const targets = linksIn(readPage(page)).map(({ target }) => target.split('#')[0] as string);
    const linked = targets.filter((target) => target !== '').map((target) => join(dirname(page), target));
    expect(linked.filter((path) => !isPacked(relative('.', path)))).toEqual([]);
  }
});

const pagesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file}`);

test('docs/README.md lists every page for users, and CONTRIBUTING.md those for contributors', () => {
  const linked = [
    ...linksIn(readPage('docs/README.md')).map(({ target }) => join('docs', target)),
    ...linksIn(readPage('CONTRIBUTING.md')).map(({ target }) => target),
  ];
  expect(pagesIn('docs').filter((page) => page !== 'docs/README.md' && !linked.includes(page))).toEqual([]);
});

test('docs/resources.md has the rules as they are: npm run rules writes them', () => {
  const text = readPage('docs/resources.md');
  expect(text).toBe(withRules(text));
  expect(new Set(table.map(({ name }) => name)).size).toBe(table.length);
});

test('the glossary is in alphabetical order', () => {
  const words = rowsBelow(readPage('docs/glossary.md'), 'Glossary').map(([word = '']) => word.toLowerCase());
  expect(words.length).toBeGreaterThan(20);
  expect(words).toEqual(words.toSorted());
});

describe('docs/command-line.md', () => {
  const text = readPage('docs/command-line.md');
  const rows = rowsBelow(text, 'Options of serve');

  test('lists every option with its variable and its default', () => {
    const names = Object.keys(optionsSchema.shape);
    // The variables of a command after -- are given on the command line alone.
    const options = rows.filter(([option]) => option !== '`--env`');
    expect(options.map(([option = '', variable = '']) => [codeIn(option).at(-1), codeIn(variable)[0]])).toEqual(
      names.map((name) => [
        name === 'document' ? '[document...]' : `--${name === 'watch' ? 'no-watch' : kebab(name)}`,
        `VIVARIUM_${kebab(name).replaceAll('-', '_').toUpperCase()}`,
      ]),
    );
    const defaults: Readonly<Record<string, unknown>> = readOptions(optionsSchema, {});
    for (const [index, name] of names.entries()) {
      const value = defaults[name];
      const shown = options[index]?.[2];
      if (name === 'maxBody') expect([value, shown]).toEqual([1_048_576, '1MiB']);
      else if (value !== undefined && !Array.isArray(value)) expect([name, shown]).toEqual([name, String(value)]);
    }
  });

  test('lists the options and the commands of --help', async () => {
    const { stdout } = await run(['--help']);
    const helped = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, option]) => option);
    const shown = rows.flatMap(([option = '']) => codeIn(option)).filter((option) => option.startsWith('--'));
    expect(new Set(helped)).toEqual(new Set([...shown, '--help', '--version', '--sbom']));
    const commands = namesBelow(text, 'Command line').flatMap(
      (command) => /^vivarium \[?([a-z]+)/.exec(command)?.[1] ?? [],
    );
    const [, list = ''] = stdout.split('\nCommands:\n');
    const listed = [...(list.split('\n\n')[0] as string).matchAll(/^ {2}([a-z]+)/gm)].map(([, command]) => command);
    expect(commands.toSorted()).toEqual(listed.toSorted());
  });
});

test('docs/control-api.md lists every call of spec/control.yaml', () => {
  const { paths } = parse(readPage('spec/control.yaml')) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  const described = Object.entries(paths).flatMap(([path, item]) =>
    ['get', 'put', 'post', 'delete']
      .filter((method) => method in item)
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  const listed = rowsBelow(readPage('docs/control-api.md'), 'Calls').flatMap(([calls = '']) => {
    const codes = codeIn(calls);
    const path = codes.at(-1)?.split(' ').at(-1);
    return codes.map((code) => (code.includes(' ') ? code : `${code} ${path}`));
  });
  expect(listed.toSorted()).toEqual(described.toSorted());
});

describe('docs/scenarios.md', () => {
  const text = readPage('docs/scenarios.md');

  interface Schema {
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly anyOf?: readonly Schema[];
    readonly items?: Schema;
  }

  const scenario = JSON.parse(scenarioJsonSchema()) as Schema;

  /** The keys of the map at a path, in all its forms. */
  const keysAt = (...path: readonly string[]): readonly string[] => {
    let schemas: readonly Schema[] = [scenario];
    const formsOf = (schema: Schema): readonly Schema[] => schema.anyOf?.flatMap(formsOf) ?? [schema];
    for (const name of path) {
      schemas = schemas.flatMap((schema) => {
        const next = schema.properties?.[name];
        return next === undefined ? [] : formsOf(next).flatMap((form) => formsOf(form.items ?? form));
      });
    }
    return [...new Set(schemas.flatMap(({ properties = {} }) => Object.keys(properties)))].sort();
  };

  const sections: readonly (readonly [heading: string, path: readonly string[]])[] = [
    ['Keys', []],
    ['Clock', ['clock']],
    ['Credentials', ['auth']],
    ['Users', ['auth', 'users']],
    ['Clients', ['auth', 'clients']],
    ['Upstream', ['upstream']],
    ['Refusals', ['refusals']],
    ...['credential', 'item', 'request', 'conflict', 'path', 'method'].map(
      (kind) => ['What a refusal states', ['refusals', kind]] as const,
    ),
    ['Faults', ['faults']],
    ['On which requests', ['faults', 'on']],
    ['When', ['faults', 'when']],
    ['Latency', ['faults', 'latency']],
    ['Dribble', ['faults', 'dribble']],
    ['Rate', ['faults', 'rate']],
    ['Recorded responses', ['responses']],
    ['Save a world', ['resume']],
    ['Lifecycles of a saved world', ['resume', 'lifecycles']],
    ['Replays of a saved world', ['resume', 'replays']],
    ['Bodies of replays', ['resume', 'replays', 'body']],
    ['Rates of a saved world', ['resume', 'rates']],
    ['Logins of a saved world', ['resume', 'login']],
    ['Sessions of a saved world', ['resume', 'login', 'sessions']],
    ['The start of a saved world', ['resume', 'start']],
    ['Clock', ['resume', 'start', 'clock']],
  ];

  test.each(sections)('the table of "%s" has the keys of the schema, and no other', (heading, path) => {
    expect(namesBelow(text, heading).toSorted()).toEqual(keysAt(...path));
  });

  test('every map of the schema has a table', () => {
    const mapsBelow = (path: readonly string[]): readonly (readonly string[])[] => [
      path,
      ...keysAt(...path)
        .map((key) => [...path, key])
        .filter((below) => keysAt(...below).length > 0)
        .flatMap(mapsBelow),
    ];
    expect(sections.map(([, path]) => path).toSorted()).toEqual(mapsBelow([]).toSorted());
  });
});

test('a clone is developed on one Node.js, which is not the oldest that the package runs on', () => {
  const { devDependencies, engines } = JSON.parse(readPage('package.json'));
  const major = readFileSync(join(root, '.nvmrc'), 'utf8').trim();
  expect(devDependencies.node).toMatch(new RegExp(`^\\^${major}\\.`));
  expect(Number(engines.node.match(/^>=(\d+)/)?.[1])).toBeLessThan(Number(major));
});
