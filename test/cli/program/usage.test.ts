/** Wrong command lines of people in a hurry: one line that helps. In this process: a process of its own takes longer than all of them. */
import { afterEach, expect, test, vi } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { folderOf } from '../process.ts';

const before = process.cwd();
afterEach(() => {
  vi.restoreAllMocks();
  process.chdir(before);
  process.exitCode = undefined;
});

const run = async (...args: readonly string[]) => {
  const [stdout, stderr] = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockReturnValue(true),
  );
  await main(args);
  const textOf = (stream: typeof stdout): string => stream?.mock.calls.map(([text]) => String(text)).join('') ?? '';
  return { code: process.exitCode, stdout: textOf(stdout), stderr: textOf(stderr) };
};

test.each<[args: string, says: string | RegExp]>([
  ['-port 4503', 'unknown option "-port". Did you mean "--port"?'],
  ['-port=4503', 'unknown option "-port=4503". Did you mean "--port=4503"?'],
  ['fault slow on -world a', 'unknown option "-world". Did you mean "--world"?'],
  ['--delay 200', /^unknown option "--delay"\. A delay is a fault: --fault slow, or .*Prefer: delay=200ms/],
  ['--latency=2s', /^unknown option "--latency=2s"\. A delay is a fault/],
  ['--status 500', /An error is a fault: --fault server-error/],
  ['--cors', 'unknown option "--cors". CORS is always on, for any origin.'],
  ['--world alice', /^unknown option "--world"\. A request names its world/],
  ['--spec api.yaml', 'unknown option "--spec". The document has no option: vivarium api.yaml.'],
  ['--verbose', /--why/],
  ['--quiet', /--log silent/],
  ['--prot 3', 'unknown option "--prot". Did you mean --port?'],
  ['-H a:b', 'unknown option "-H". See vivarium --help.'],
  ['--nothing-like-it', 'unknown option "--nothing-like-it". See vivarium --help.'],
  [
    'verify a b c',
    'too many arguments for "verify". Expected 2 arguments but got 3: a, b, c. See vivarium verify --help.',
  ],
  ['explain --cors', 'unknown option "--cors". See vivarium explain --help.'],
  ['check --scenaros x', 'unknown option "--scenaros". Did you mean --scenarios?'],
  ['shop.yml', 'shop.yml: there is no such file. Did you mean "shop.yaml"?'],
  ['--handlers hander.ts shop.yaml', 'hander.ts: there is no such file. Did you mean "handler.ts"?'],
  [
    '--scenario scenarios/typo.yaml shop.yaml',
    /^there is no scenario "scenarios\/typo\.yaml" in scenarios\. Did you mean "typos"\?/,
  ],
  [
    '--scenario scenarios/typos.yaml shop.yaml',
    /It is a file: name its directory with --scenarios scenarios, and the scenario as "typos"\.$/m,
  ],
  ['specs/shop.yaml', /^specs\/shop\.yaml: there is no such file: the directory ".*specs" is missing/],
  ['old.json', /no property "openapi"\. It is a document of Swagger 1\. Convert it to Swagger 2\.0 or OpenAPI 3\.$/m],
  [
    'notes.txt',
    /Give a file with "openapi" or "swagger" at its top level\. The option "scenario" takes a scenario\.$/m,
  ],
  ['fault slow on --world a/b', /^"a\/b" is not a world name\. A world name has/],
  ['fault slow', 'on or off is missing. Write: vivarium fault slow on'],
  ['fault slow maybe', '"maybe" is neither on nor off. Write: vivarium fault slow on'],
])('vivarium %s', async (args, says) => {
  const paths = { '/pets': { get: { operationId: 'list', responses: { 200: { description: 'All.' } } } } };
  const shop = JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths });
  process.chdir(
    folderOf({
      'shop.yaml': shop,
      'handler.ts': '',
      'scenarios/typos.yaml': 'description: x',
      'old.json': '{ "apis": [{ "openapi": 1 }], "swaggerVersion": "1.2" }',
      'notes.txt': 'hello',
    }),
  );
  const { code, stdout, stderr } = await run(...args.split(' '));
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^[^\n]+\n$/);
  if (typeof says === 'string') expect(stderr).toBe(`${says}\n`);
  else expect(stderr).toMatch(says);
});

test.each([
  [['help'], /^Usage: vivarium \[serve\]/],
  [['help', 'fault'], /^Usage: vivarium fault/],
  [['-v'], /^\d+\.\d+\.\d+\n$/],
])('vivarium %j prints what it says', async (args, text) => {
  const { code, stdout, stderr } = await run(...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(text);
});
