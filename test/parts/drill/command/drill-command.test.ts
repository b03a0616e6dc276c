/** `vivarium drill`: its table, its reports, its exit codes. The judgement is tested in test/parts/drill/. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DrillResult } from '../../../../src/index.ts';
import { drill } from '../../../../src/parts/drill/command/drill-command.ts';
import { run } from '../../../cli/in-process.ts';
import { builtLauncher, folderOf, ordersDocument, root } from '../../../cli/process.ts';
import { waitFor } from '../../../wait-for.ts';

const document = join(root, 'spec/animal-store.yaml');

/** Creates a pet, twice if need be; `API` is the variable with the base URL. */
const client = (then = ''): readonly string[] => [
  process.execPath,
  '-e',
  `const init = {
    method: 'POST',
    headers: { authorization: 'Bearer planted', 'content-type': 'application/json' },
    body: '{ "name": "Maple", "categoryId": 3 }',
  };
  const create = () => fetch((process.env.API ?? process.env.VIVARIUM_URL) + '/pets', init);
  create().catch(create).then(async (response) => {
    if (response.status !== 201) throw new Error('status ' + response.status);
    ${then}
  });`,
];

test('a drill shows a table, findings with evidence and a repeat command, and writes reports', async () => {
  const cwd = folderOf({});
  const args = ['drill', document, '--faults', 'offline,401,empty-list', '--env', 'API={url}/v1', '--seed', '7'];
  const reports = ['--report', 'json=a/drill.json,junit=drill.xml', '--report', 'md=drill.md,html=drill.html'];
  const { code, stdout, stderr } = await run([...args, ...reports, '--', ...client()], { cwd });
  expect(code).toBe(1);
  expect(stderr).toBe(`The client did not survive 2 cases of 3.
Outcomes: 1 passed, 2 failed. Whether the tests should fail is for you to say: --fail-on failed counts it.
`);
  expect(stdout).toMatch(/^createPet +once +always$/m);
  expect(stdout).toMatch(
    /^ {2}offline +✗ repeated-write +✗ repeated-write +vivarium drill .*--case createPet\/offline -- /m,
  );
  expect(stdout).toMatch(/^ {2}401 +· failed +vivarium drill/m);
  expect(stdout).not.toContain('empty-list');
  expect(stdout).toContain(
    '✗ createPet/offline/once: createPet was sent again after its response was lost: 2 items of pets were created instead of one. Idempotency-Key is missing.',
  );
  expect(stdout).toMatch(/^ {4}\+\d+ms POST \/v1\/pets -> 201, lost$/m);
  expect(stdout).toContain(' --seed 7 --env ');
  const json = JSON.parse(readFileSync(join(cwd, 'a/drill.json'), 'utf8')) as DrillResult;
  expect(json).toMatchObject({
    passed: false,
    unjudged: null,
    baseline: [{ exitCode: 0, operations: { createPet: 1 } }, { exitCode: 0 }],
    stable: true,
    cases: [
      {
        case: 'createPet/offline/once',
        operation: 'createPet',
        fault: 'offline',
        when: 'once',
        outcome: 'passed',
        exitCode: 0,
        signal: null,
        attempts: 2,
        gapsMs: [expect.any(Number)],
        findings: ['repeated-write'],
      },
      { case: 'createPet/offline/always', outcome: 'failed', exitCode: 1, findings: ['repeated-write', 'failed'] },
      { case: 'createPet/401', when: 'always', outcome: 'failed', findings: ['failed'] },
    ],
    notRun: [],
  });
  expect(json.cases[2]?.output).toContain('Error: status 401');
  expect(readFileSync(join(cwd, 'drill.xml'), 'utf8')).toContain('failures="2"');
  expect(readFileSync(join(cwd, 'drill.md'), 'utf8')).toContain('## ❌ Vivarium drill');
  expect(readFileSync(join(cwd, 'drill.html'), 'utf8')).toContain(
    'createPet/offline/once: createPet was sent again after its response was lost: 2 items of pets',
  );
  expect(JSON.stringify(json) + stdout).not.toContain('planted ');
});

test('a client without findings passes, and what counts can be chosen', async () => {
  const args = ['drill', document, '--case', 'createPet/401,createPet/extra-property', '--baseline', '1'];
  expect(await run([...args, '--', ...client()])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`The client survived 1 of 2 cases, and no finding counts.
Outcomes: 1 passed, 1 failed. Whether the tests should fail is for you to say: --fail-on failed counts it.
`),
    stderr: '',
  });
  const counted = run([...args, '--fail-on', 'failed', '--', ...client()], { env: { GITHUB_ACTIONS: 'true' } });
  expect(await counted).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^::error title=Vivarium drill::createPet\/401: The tests failed after createPet/m),
  });
});

test('the worlds are those of the configuration, the scenario, the overlay and the handlers', async () => {
  const cwd = folderOf({
    'api.yaml': ordersDocument(),
    'vivarium.yaml': 'document: api.yaml\nscenarios: starts\n',
    'starts/two.yaml': 'data: { orders: [{ id: 7, item: Tea }, { id: 8, item: Milk }] }\n',
    'ours.yaml': `overlay: 1.0.0
info: { title: Ours, version: 1.0.0 }
actions: [{ target: $, update: { servers: [{ url: http://127.0.0.1/ours }] } }]
`,
    'handlers.ts': `export default { listOrders: ({ next }) => next({ headers: { 'x-handled': 'yes' } }) };\n`,
    'client.mjs': `
      import assert from 'node:assert';
      const { NAME, URL, VIVARIUM_URL } = process.env;
      assert.match(URL, new RegExp('/~' + NAME + '/ours$'));
      assert.equal(URL, VIVARIUM_URL);
      const response = await fetch(URL + '/orders');
      if (response.status === 418) process.exit();
      assert.equal(response.headers.get('x-handled'), 'yes');
      assert.deepEqual((await response.json()).map(({ item }) => item), ['Tea', 'Milk']);
    `,
  });
  const options = '--overlay ours.yaml --handlers handlers.ts --scenario two --env URL={base} --env NAME={world}';
  const args = [...options.split(' '), '--faults', '418', '--', process.execPath, 'client.mjs'];
  const { code, stdout, stderr } = await run(['drill', ...args], { cwd });
  expect([code, stderr]).toEqual([0, '']);
  const repeated = options.replaceAll(/[^ ]*\{\w+\}/g, "'$&'");
  expect(stdout).toContain(`✓ passed           vivarium drill ${repeated} --case listOrders/418 -- `);
});

/** Each run counts itself in the file `runs`; `then`: what the run of this number does with its response. */
const countingClient = (number: number, then: string): readonly string[] =>
  client(`
    const fs = require('node:fs');
    fs.appendFileSync('runs', 'x');
    if (fs.readFileSync('runs', 'utf8').length !== ${number}) return;
    ${then}
  `);

/** The third run, that of the second case, does not end. */
const waiting = countingClient(3, "fs.writeFileSync('waiting', String(process.pid)); setInterval(() => {}, 1000);");
const twoCases = ['--case', 'createPet/offline/once,createPet/empty/once', '--baseline', '1', '--jobs', '1'];

test('an interrupt ends everything within a second, and writes what is known', async () => {
  const cwd = folderOf({});
  const args = ['drill', document, ...twoCases, '--report', 'json=drill.json', '--', ...waiting];
  const child = spawn(process.execPath, [builtLauncher, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      text += part;
    });
  await waitFor(() => expect(existsSync(join(cwd, 'waiting'))).toBe(true));
  const pid = Number(readFileSync(join(cwd, 'waiting'), 'utf8'));
  const started = performance.now();
  child.kill('SIGINT');
  const [code] = await once(child, 'close');
  expect(performance.now() - started).toBeLessThan(1000);
  expect(code).toBe(2);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(JSON.parse(readFileSync(join(cwd, 'drill.json'), 'utf8'))).toMatchObject({
    passed: false,
    cases: [{ case: 'createPet/offline/once', outcome: 'passed' }],
    notRun: ['createPet/empty/once'],
  });
  expect(text).toContain('✗ repeated-write');
  expect(text).toContain('The drill was interrupted. 1 case was not run.');
});

test('a budget ends the drill early, and what was not run is listed', async () => {
  const cwd = folderOf({});
  const args = ['drill', document, ...twoCases, '--budget', '6s', '--report', 'md=drill.md', '--', ...waiting];
  const { code, stderr } = await run(args, { cwd });
  expect(code).toBe(1);
  expect(stderr).toContain('The budget of 6s is over. 1 case was not run.');
  expect(readFileSync(join(cwd, 'drill.md'), 'utf8')).toContain('createPet/empty/once');
});

describe('nothing can be judged', () => {
  test.each<[string, readonly string[], readonly string[], string]>([
    [
      'the tests fail without a fault',
      [],
      client('console.log("no pets here"); process.exit(3);'),
      'The tests failed (exit code 3), although there was no fault.',
    ],
    [
      'no request arrives',
      [],
      [process.execPath, '-e', 'console.log("no pets here")'],
      'The tests sent no request. Let the client use the base URL in the variable VIVARIUM_URL, or set the variable that it reads: --env API_URL={base}.',
    ],
    [
      'the tests take longer than the time limit',
      ['--timeout', '5s'],
      client('console.log("no pets here"); setInterval(() => {}, 1000);'),
      'The tests did not end within 5s, although there was no fault. Give them more time with --timeout, or drill fewer of them.',
    ],
    [
      'the time limit ends them before they send a request',
      ['--timeout', '3s'],
      [process.execPath, '-e', 'console.log("no pets here"); setInterval(() => {}, 1000);'],
      'The tests did not end within 3s, and sent no request. Give them more time with --timeout, or drill fewer of them. Let the client use',
    ],
  ])('if %s', async (_case, options, command, message) => {
    const { code, stdout, stderr } = await run(['drill', document, ...options, '--', ...command]);
    expect(code).toBe(2);
    expect(stdout).toMatch(/^ {2}✗ 1 .*\n +no pets here$/m);
    expect(stderr).toContain(message);
  });

  test('if the schemas leave no room: the runs without a fault are not to blame', async () => {
    const args = ['drill', document, '--faults', 'empty-list', '--baseline', '1', '--', ...client()];
    const { code, stdout, stderr } = await run(args);
    expect(code).toBe(2);
    expect(stdout).toMatch(/^ {4}1 +0 .*createPet$/m);
    expect(stderr).toContain(
      'or their schemas leave no room for the faults. Select other operations, faults or cases.',
    );
  });

  test('if the faults have nothing to change in what the tests call', async () => {
    const args = ['drill', document, '--case', 'createPet/minimal', '--baseline', '1', '--', ...client()];
    const { code, stderr } = await run(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining('the faults had nothing to change (')]);
    expect(stderr).not.toContain('the same requests each time');
  });

  test('if no fault fires: a case that was not met is not survived', async () => {
    const cwd = folderOf({});
    // Only the run without a fault creates a pet.
    const command = [
      process.execPath,
      '-e',
      `const fs = require('node:fs');
      const method = fs.existsSync('ran') ? 'GET' : 'POST';
      fs.writeFileSync('ran', '');
      const headers = { authorization: 'Bearer demo', 'content-type': 'application/json' };
      const body = method === 'GET' ? undefined : '{ "name": "Maple", "categoryId": 3 }';
      fetch(process.env.VIVARIUM_URL + '/pets', { method, headers, body });`,
    ];
    const options = ['--case', 'createPet/401,createPet/offline/once', '--baseline', '1'];
    const args = ['drill', document, ...options, '--report', 'json=drill.json', '--', ...command];
    const { code, stdout, stderr } = await run(args, { cwd });
    expect(code).toBe(2);
    expect(stdout).toMatch(/^ {2}offline +– not met +vivarium drill/m);
    expect(stdout + stderr).not.toMatch(/(?<!✓ )survived/);
    expect(stderr).toBe(
      'Nothing could be judged: No case was met: no fault fired. Check that the tests send the same requests each time.\n',
    );
    expect(JSON.parse(readFileSync(join(cwd, 'drill.json'), 'utf8'))).toMatchObject({
      passed: false,
      unjudged: { reason: 'No case was met: no fault fired.' },
      cases: [{ outcome: 'not met' }, { outcome: 'not met' }],
    });
  });

  test.each<[Record<string, unknown>, string]>([
    [{ timeout: 'soon' }, '--timeout must be a duration such as 30s, not "soon"'],
    [{ jobs: '0' }, '--jobs must be a number from 1 to 64, not "0"'],
    [{ env: ['API'] }, '--env must be NAME=TEMPLATE, not "API". Write it as API_URL={base}.'],
    [{ env: ['API={bse}'] }, '--env API: there is nothing to put in place of {bse}. Did you mean "{base}"?'],
    [{ failOn: ['strom'] }, 'Did you mean "storm"?'],
    [{ faults: ['ofline'] }, '--faults: unknown fault "ofline". Did you mean "offline"?'],
    [{ operation: ['creatPet'] }, '--operation: unknown operation "creatPet". Did you mean "createPet"?'],
    [{ case: ['createPet/offlien/once'] }, '--case: unknown fault "offlien". Did you mean "offline"?'],
    [{ faults: [] }, '--faults names nothing. Omit it, or name something.'],
    [{ operation: [] }, '--operation names nothing.'],
    [{ case: [] }, '--case names nothing.'],
    [{ failOn: [] }, '--fail-on names nothing.'],
    [{ report: ['xml=a'] }, '--report must be FORMAT=FILE, not "xml=a".'],
  ])('with the options %j', async (flags, message) => {
    await expect(drill([document], flags, ['true'], () => {})).rejects.toThrow(message);
  });

  test('without a command, with one that does not exist, and without the document', async () => {
    const noop = (): void => {};
    await expect(drill([document], {}, ['no-such-command'], noop)).rejects.toThrow(
      'the command "no-such-command" does not exist',
    );
    await expect(drill(['nowhere.yaml'], {}, ['true'], noop)).rejects.toThrow('nowhere.yaml');
    expect(await run(['drill', document])).toMatchObject({
      code: 2,
      stderr: 'there is no command to drill. Write it after --: vivarium drill -- npm test.\n',
    });
  });
});
