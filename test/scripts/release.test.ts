/** `npm run release` in a new repository, without a network. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOf, root, write } from '../cli/process.ts';

const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_(package|lifecycle)_|GIT_)/.test(name))),
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  npm_config_offline: 'true',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.com',
};

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', args, { cwd, env: environment, encoding: 'utf8' }).trim();

const release = (cwd: string, ...args: readonly string[]) =>
  spawnSync(process.execPath, [join(root, 'scripts', 'release.ts'), ...args], {
    cwd,
    env: environment,
    encoding: 'utf8',
  });

const changelog = (changes: string): string =>
  `# Changelog\n\n## [Unreleased]\n\n${changes}## [0.1.0] - 2026-01-01\n\n### Added\n\n- A first version.\n`;

const build = 'mkdir -p .package && cp package.json README.md .package';

const repository = (changes = '### Fixed\n\n- A bug.\n\n'): string => {
  const folder = folderOf({
    'package.json': `{ "name": "vivarium-release-test", "version": "0.1.0", "license": "MIT", "scripts": { "build": "${build}" } }\n`,
    '.gitignore': '.package/\n',
    'README.md': '# A package\n',
    'CHANGELOG.md': changelog(changes),
  });
  git(folder, 'init', '--quiet');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'Start');
  return folder;
};

const textOf = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');

test('it sets the version, moves the changelog section, commits and tags', () => {
  const folder = repository();
  const { status, stdout, stderr } = release(folder, 'minor');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('Prepared v0.2.0');
  expect(JSON.parse(textOf(folder, 'package.json')).version).toBe('0.2.0');
  const date = new Date().toISOString().slice(0, 10);
  expect(textOf(folder, 'CHANGELOG.md')).toBe(
    changelog('').replace('## [0.1.0]', `## [0.2.0] - ${date}\n\n### Fixed\n\n- A bug.\n\n## [0.1.0]`),
  );
  expect(git(folder, 'tag', '--points-at', 'HEAD')).toBe('v0.2.0');
  expect(git(folder, 'log', '-1', '--format=%s')).toBe('Release 0.2.0');
  expect(git(folder, 'status', '--porcelain')).toBe('');
});

test('the first release may keep its version', () => {
  const folder = repository();
  write(folder, 'CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n\n- A first version.\n');
  git(folder, 'commit', '--quiet', '--all', '--message', 'Change');
  expect(release(folder, '0.1.0').status).toBe(0);
  expect(textOf(folder, 'CHANGELOG.md')).toMatch(/\n## \[0\.1\.0\] - \d{4}-\d\d-\d\d\n\n- A first version\.\n$/);
});

test.each([
  ['no change is listed', '', 'lists no change under "## [Unreleased]"'],
  ['the package cannot be built', '- A change.\n\n', 'npm run build failed'],
  ['the package cannot be published', '- A change.\n\n', 'npm publish --dry-run ./.package failed'],
])('if %s, nothing changes', (_reason, changes, message) => {
  const folder = repository(changes);
  if (message.startsWith('npm')) {
    const broken = message.includes('build') ? 'exit 1' : 'mkdir -p .package && echo {} > .package/package.json';
    write(folder, 'package.json', textOf(folder, 'package.json').replace(build, broken));
    git(folder, 'commit', '--quiet', '--all', '--message', 'Change');
  }
  const before = git(folder, 'rev-parse', 'HEAD');
  const { status, stderr } = release(folder, 'patch');
  expect(status).toBe(1);
  expect(stderr).toContain(message);
  expect([git(folder, 'rev-parse', 'HEAD'), git(folder, 'status', '--porcelain')]).toEqual([before, '']);
});

test('a working tree with changes is not touched', () => {
  const folder = repository();
  write(folder, 'README.md', '# Changed\n');
  const { status, stderr } = release(folder, 'patch');
  expect([status, stderr]).toEqual([1, expect.stringContaining('The working tree is not clean.')]);
  expect(textOf(folder, 'README.md')).toBe('# Changed\n');
});

test.each([[[]], [['--publish']], [['patch', 'minor']]])('it takes one version, not %j', (args) => {
  const { status, stderr } = release(repository(), ...args);
  expect([status, stderr]).toEqual([1, expect.stringContaining('Usage:')]);
});
