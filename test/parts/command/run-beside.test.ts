/** `vivarium -- COMMAND`: the server runs beside a command, and ends with it. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { run } from '../../cli/process.ts';

const folder = mkdtempSync(join(tmpdir(), 'vivarium-beside-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A client: it calls the service by `VIVARIUM_URL`, prints the status, and ends with the code that it is given. */
const client = join(folder, 'client.mjs');
writeFileSync(
  client,
  `const [path, code] = process.argv.slice(2);
   const { status } = await fetch(process.env.VIVARIUM_URL + path, { headers: { authorization: 'Bearer demo' } });
   console.log(status, process.env.API ?? '');
   process.exitCode = Number(code);\n`,
);
const call = (path: string, code: number): readonly string[] => ['--', process.execPath, client, path, String(code)];

describe.concurrent('the exit code', () => {
  test('is that of the command, which alone has standard output', async () => {
    const ended = await run(['--env', 'API={base}!', ...call('/pets', 3)]);
    expect(ended.code).toBe(3);
    expect(ended.stdout).toMatch(/^200 http:\/\/127\.0\.0\.1:\d+\/v1!\n$/);
    expect(ended.stderr).toBe('');
  });

  test('is that of a signal, as a shell gives it', async () => {
    expect((await run(['--', 'sh', '-c', 'kill -TERM $$'])).code).toBe(143);
  });

  test('is that of the gate if the command passes, and the report is written', async () => {
    const report = join(folder, 'violations.xml');
    const given = ['--fail-on', 'violations', '--report', `junit=${report}`];
    const ended = await run([...given, ...call('/pets?limit=0', 0)]);
    expect(ended).toMatchObject({ code: 1, stdout: '400 \n' });
    expect(ended.stderr).toContain('limit');
    expect(readFileSync(report, 'utf8')).toContain('<failure');
    expect((await run([...given, ...call('/pets', 0)])).code).toBe(0);
    rmSync(report);
    expect((await run([...given, ...call('/pets', 4)])).code).toBe(4);
    expect(readFileSync(report, 'utf8')).toContain('<testsuite');
  });

  test('is 2 if nothing was called, so that nothing was judged', async () => {
    const ended = await run(['--fail-on', 'violations', '--', process.execPath, '-e', '']);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain('Nothing could be judged');
  });
});

test.for([
  [['--'], 'no command follows --. Name it, or omit --.'],
  [['--', 'no-such-command'], 'the command "no-such-command" does not exist. Install it'],
  [['no-such.yaml', ...call('/pets', 0)], 'no-such.yaml: there is no such file'],
  [['--workers', '2', '--store', 'redis://127.0.0.1:1', ...call('/pets', 0)], '--workers serves without a command'],
  [['--env', 'API={url}'], '--env is for a command. Name it after --'],
  [['serve', '--'], 'no command follows --. Name it, or omit --.'],
  [['--', '/'], 'the command "/" cannot be started (EACCES)'],
  [['--', 'npm run dev'], 'Write its words one by one: -- npm run dev.'],
] as const)('%j: the command does not run', async ([args, message]) => {
  const ended = await run(args);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toContain(message);
});

test('the log goes to standard error, and only if it is asked for', async () => {
  const { stdout, stderr } = await run(['--log', 'json', ...call('/pets', 0)]);
  expect(stdout).toBe('200 \n');
  expect(stderr).toContain('"path":"/v1/pets"');
});

test('a document that cannot be read is shown with its place, and the command does not run', async () => {
  const broken = join(folder, 'broken.yaml');
  writeFileSync(broken, 'openapi: 3.1.0\npaths: [');
  const ended = await run([broken, ...call('/pets', 0)]);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toContain('broken.yaml:2:8: the "[" that begins here does not end');
});

test('an error that check reports keeps the command from running, a warning does not', async () => {
  const write = (name: string, schema: string): string => {
    const file = join(folder, name);
    const content = `content: { application/json: { schema: ${schema} } }`;
    writeFileSync(
      file,
      `openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: { /a: { get: { responses: { 200: { description: A, ${content} } } } } }\n`,
    );
    return file;
  };
  const dangling = await run([write('dangling.yaml', "{ $ref: '#/components/schemas/None' }"), ...call('/a', 0)]);
  expect(dangling).toMatchObject({ code: 2, stdout: '' });
  expect(dangling.stderr).toContain('dangling.yaml:3');
  const warned = await run([write('warned.yaml', "{ type: string, pattern: '(' }"), ...call('/a', 0)]);
  expect(warned).toMatchObject({ code: 0, stdout: expect.stringContaining('200') });
});

test('a port in use is named, and the command does not run', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const ended = await run(['--port', String(port), ...call('/pets', 0)]);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toContain(`port ${port} on 127.0.0.1 is in use`);
});

test('the address of several services is the origin, also behind a template', async () => {
  const documents = ['users', 'shop'].map((name) => {
    const file = join(folder, `${name}.yaml`);
    const paths = `/${name}: { get: { responses: { 204: { description: None } } } }`;
    writeFileSync(
      file,
      `openapi: 3.1.0\ninfo: { title: ${name}, version: '1' }\nservers: [{ url: /${name}/v1 }]\npaths: { ${paths} }\n`,
    );
    return file;
  });
  const print = 'console.log(process.env.VIVARIUM_URL, process.env.BASE)';
  const ended = await run([...documents, '--env', 'BASE={url}', '--', process.execPath, '-e', print]);
  expect(ended.stdout).toMatch(/^(http:\/\/127\.0\.0\.1:\d+) \1\n$/);
});
