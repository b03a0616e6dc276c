/**
 * Makes a release: `npm run release -- patch|minor|major|1.2.3` sets the version, moves the changelog section, rehearses the
 * publication, commits and tags. Nothing leaves the machine: the workflow `release.yml` publishes a tag that is pushed.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const changelogFile = 'CHANGELOG.md';
const unreleased = '## [Unreleased]';

class ReleaseError extends Error {}

const run = (command: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new ReleaseError(`${[command, ...args].join(' ')} failed:\n${stdout}${stderr}`.trimEnd());
  return stdout.trim();
};

const readVersion = (): string => (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;

const checkClean = (): void => {
  const changes = run('git', 'status', '--porcelain');
  if (changes !== '') throw new ReleaseError(`The working tree is not clean. Commit or stash first:\n${changes}`);
};

/** @returns the changelog with the unreleased section under the new version. */
const moveSection = (changelog: string, version: string, date: string): string => {
  const start = changelog.indexOf(`${unreleased}\n`);
  if (start < 0) throw new ReleaseError(`${changelogFile} has no section "${unreleased}".`);
  if (changelog.includes(`## [${version}]`))
    throw new ReleaseError(`${changelogFile} has a section ${version} already.`);
  const body = changelog.slice(start + unreleased.length);
  const next = body.indexOf('\n## [');
  const section = (next < 0 ? body : body.slice(0, next)).trim();
  if (!/^- /m.test(section)) throw new ReleaseError(`${changelogFile} lists no change under "${unreleased}".`);
  const older = next < 0 ? '' : body.slice(next);
  return `${changelog.slice(0, start)}${unreleased}\n\n## [${version}] - ${date}\n\n${section}\n${older}`;
};

/** The first release keeps the version of package.json, if that is the requested one. */
const setVersion = (version: string): string => {
  run('npm', 'version', version, '--no-git-tag-version', '--allow-same-version');
  return readVersion();
};

const prepare = (requestedVersion: string): void => {
  checkClean();
  const changelog = readFileSync(changelogFile, 'utf8');
  try {
    const version = setVersion(requestedVersion);
    if (run('git', 'tag', '--list', `v${version}`) !== '')
      throw new ReleaseError(`The tag v${version} exists already.`);
    const date = new Date().toISOString().slice(0, 10);
    writeFileSync(changelogFile, moveSection(changelog, version, date));
    run('npm', 'run', 'build');
    run('npm', 'publish', '--dry-run', './.package');
    run('git', 'commit', '--all', '--message', `Release ${version}`);
    run('git', 'tag', '--annotate', `v${version}`, '--message', `Release ${version}`);
    console.log(`Prepared v${version}. Push the commit and the tag: the release workflow publishes it.`);
  } catch (error) {
    // Half a release must not stay behind. The tree was clean, so nothing else is lost.
    run('git', 'checkout', '--', '.');
    throw error;
  }
};

try {
  const [requestedVersion, ...rest] = process.argv.slice(2);
  if (requestedVersion === undefined || requestedVersion.startsWith('-') || rest.length > 0)
    throw new ReleaseError('Usage: npm run release -- patch|minor|major|VERSION');
  prepare(requestedVersion);
} catch (error) {
  console.error(error instanceof ReleaseError ? error.message : error);
  process.exitCode = 1;
}
