/** The projects of the matrix: which Node.js, runner and packages each installs beside the packed package. */
import type { CheckName } from './checks.ts';

export interface Project {
  readonly name: string;
  /** A version of the npm package `node`. */
  readonly node: string;
  /** By their names, the ranges of what is installed beside Vivarium. */
  readonly packages: Readonly<Record<string, string>>;
  readonly checks: readonly CheckName[];
}

/** What the package is tested with at least: CI runs it, and {@link newest}. */
export const oldest: Project = {
  name: 'oldest',
  node: '22.15.0',
  packages: {
    jest: '29.7.0',
    msw: '2.7.0',
    vitest: '3.2.0',
    vite: '6.0.0',
    '@playwright/test': '1.50.0',
    typescript: '5.5.2',
  },
  checks: ['node', 'jest', 'jestMsw', 'vitest', 'msw', 'vite', 'playwright', 'types'],
};

export const newest: Project = {
  name: 'newest',
  node: '26',
  packages: {
    jest: '30',
    msw: '3',
    vitest: '5',
    vite: '8',
    '@playwright/test': '1',
    redis: '6',
    typescript: 'latest',
  },
  checks: ['node', 'jest', 'jestMsw3', 'vitest', 'msw', 'vite', 'playwright', 'types'],
};

const between: readonly Project[] = [
  {
    name: 'Node.js 22, newest',
    node: '22',
    // The last MSW that Jest can require: the next one depends on ES modules.
    packages: { jest: '30', msw: '2.10.5', vitest: '4', vite: '7', typescript: '5.9' },
    checks: ['node', 'jest', 'jestMsw', 'vitest', 'msw', 'vite', 'types'],
  },
  {
    name: 'Node.js 24',
    node: '24',
    packages: { jest: '29', msw: '2', vitest: '3', vite: '6', typescript: '5.7' },
    checks: ['node', 'jest', 'vitest', 'msw', 'vite', 'types'],
  },
];

/** The network of `@msw/playwright`, which needs an MSW of its own: with 2.13 and newer it fails by itself. */
const network: Project = {
  name: 'network of a page',
  node: '24',
  packages: {
    msw: '2.12.14',
    '@msw/playwright': '0.6.7',
    '@playwright/test': '1',
    '@sparticuz/chromium': '153',
  },
  checks: ['network'],
};

/** The installation succeeds, Vivarium works, and the entry of each says which version it needs. */
const tooOld: Project = {
  name: 'beside older ones',
  node: '24',
  packages: { msw: '1', vitest: '2', vite: '5', '@playwright/test': '1.40', redis: '4' },
  checks: ['node', 'tooOld'],
};

export const allProjects: readonly Project[] = [oldest, ...between, newest, network, tooOld];
