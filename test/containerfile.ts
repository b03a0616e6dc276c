/** The Containerfile, instruction by instruction, in a folder that stands for the image: no image builder is needed. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { freePort, ordersDocument, root, write } from './cli/process.ts';

type Instruction = readonly [name: string, rest: string];

const instructions = readFileSync(join(root, 'Containerfile'), 'utf8')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
  .map((line): Instruction => [line.split(' ', 1)[0] as string, line.slice(line.indexOf(' ') + 1)]);

const all = (name: string): readonly string[] => instructions.filter(([one]) => one === name).map(([, rest]) => rest);
const one = (name: string): string => all(name).at(-1) ?? '';

/** `KEY=value KEY=value` */
const pairs = (text: string): Record<string, string> =>
  Object.fromEntries(text.split(' ').map((pair) => pair.split('=', 2) as [string, string]));

/** A text with its paths in the folder that stands for the image. */
const placedIn = (image: string, text: string): string =>
  text.replaceAll(/(?<![\w.:/}])\/(?=(?:opt|tmp|documents)\b)/g, `${image}/`);

/** `environment`: without the variables of this checkout. Returns what npm wrote to stderr. */
export const installImage = async (
  image: string,
  tarball: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> => {
  chmodSync(image, 0o755);
  for (const folder of ['opt/vivarium', 'tmp', 'documents']) mkdirSync(join(image, folder), { recursive: true });
  expect(all('COPY')).toEqual(['vivarium-*.tgz /tmp/', '--from=install /opt/vivarium /opt/vivarium']);
  copyFileSync(tarball, join(image, 'tmp', basename(tarball)));
  const [install = ''] = all('RUN');
  const { stderr } = await promisify(execFile)(
    'sh',
    ['-c', `umask 022; ${placedIn(image, install)} --prefer-offline`],
    {
      cwd: placedIn(image, all('WORKDIR')[0] as string),
      env: { ...environment, ...pairs(all('ARG').find((text) => text.startsWith('PACKAGES=')) as string) },
    },
  );
  return stderr;
};

/** In the folder of `installImage`, which it removes. */
export const testContainerfile = (image: string): void => {
  const inImage = (text: string): string => placedIn(image, text);
  const isRoot = process.getuid?.() === 0;
  /** Not the owner of the files, as in the image. */
  const user = isRoot ? { uid: 65_534, gid: 65_534 } : {};
  const variables = { PATH: process.env.PATH, ...pairs(one('ENV')) };

  const commandOf = (json: string): readonly [program: string, ...args: string[]] => {
    const [program, ...args] = JSON.parse(inImage(json)) as string[];
    expect(program).toBe('node');
    return [process.execPath, ...args];
  };
  const files = (): readonly string[] => readdirSync(image, { recursive: true, encoding: 'utf8' }).toSorted();

  beforeAll(async () => {
    write(join(image, 'documents'), 'api.yaml', ordersDocument());
    if (!isRoot) await promisify(execFile)('chmod', ['-R', 'a-w', image]);
  });
  afterAll(async () => {
    if (!isRoot) await promisify(execFile)('chmod', ['-R', 'u+w', image]);
    rmSync(image, { recursive: true, force: true });
  });

  test('it ends as a user that is not root, and needs nothing but the base image and the registry', () => {
    expect(all('FROM')).toEqual([`\${NODE_IMAGE} AS install`, `\${NODE_IMAGE}`]);
    expect(one('USER')).toBe('node');
    expect(one('WORKDIR')).toBe('/documents');
    expect(instructions.map(([, rest]) => rest).join('\n')).not.toMatch(/apt|apk|curl|wget|https?:\/\/(?!127)|latest/);
    const node = readFileSync(join(root, '.nvmrc'), 'utf8').trim();
    expect(all('ARG')[0]).toContain(`node:${node}-slim`);
  });

  test('the recipe for Compose mounts the folder of the documents, and builds and reaches the image', () => {
    const page = readFileSync(join(root, 'docs/ci.md'), 'utf8');
    const { mock, app } = parse(/```yaml file=compose\.yaml\n(.*?)```/s.exec(page)?.[1] as string).services;
    expect(mock).toMatchObject({ read_only: true, volumes: [`./api:${one('WORKDIR')}:ro`] });
    expect(mock.ports).toEqual([expect.stringMatching(new RegExp(`:${one('EXPOSE')}$`))]);
    expect(join('image', mock.build.dockerfile)).toBe('node_modules/vivarium/Containerfile');
    expect(app.environment.API_URL).toContain(`mock:${one('EXPOSE')}/`);
  });

  test('what it installs is the package and the client of the store, in less than 150 MB', () => {
    const installed = join(image, 'opt/vivarium/node_modules');
    expect(readdirSync(installed)).toEqual(expect.arrayContaining(['redis', 'vivarium']));
    const bytes = files().map((file) => statSync(join(image, file)));
    expect(bytes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(30_000_000);
  });

  test('its server writes nothing, is healthy while it serves, takes the token, and stops within a second', async () => {
    const env = { ...variables, VIVARIUM_PORT: await freePort(), VIVARIUM_TOKEN: 'secret' };
    const before = files();
    const [, check = ''] = one('HEALTHCHECK').split(' CMD ');
    const [program, ...args] = commandOf(check);
    const health = (): Promise<number | string> =>
      promisify(execFile)(program, args, { env, ...user }).then(
        () => 0,
        ({ code }) => code,
      );
    expect(await health()).toBe(1);
    const [node, ...serving] = commandOf(one('ENTRYPOINT'));
    const child = spawn(node, serving, {
      cwd: inImage(one('WORKDIR')),
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...user,
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    await expect.poll(() => health(), { timeout: 30_000 }).toBe(0);
    expect(output).toContain('api.yaml');
    const url = `http://127.0.0.1:${env.VIVARIUM_PORT}`;
    const statusOf = async (path: string, headers = {}) => (await fetch(`${url}${path}`, { headers })).status;
    expect(await statusOf('/orders')).toBe(200);
    expect(await statusOf('/_vivarium/api/worlds')).toBe(401);
    expect(await statusOf('/_vivarium/api/worlds', { authorization: 'Bearer secret' })).toBe(200);
    const ended = once(child, 'exit');
    const stopped = performance.now();
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(performance.now() - stopped).toBeLessThan(1000);
    expect(await health()).toBe(1);
    expect(files()).toEqual(before);
  }, 60_000);
};
