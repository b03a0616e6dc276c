/** The words of a locale, from the package that a user has installed: only English is part of Vivarium. */
import type { Faker } from '@faker-js/faker';
import { type ConfigProblem, optionInvalid } from '../../core/primitives/config-error.ts';
import { suggest } from '../../core/primitives/did-you-mean.ts';
import { quoteName } from '../../core/primitives/units.ts';

export { type Prose, proseOf } from './prose.ts';

const packageName = '@faker-js/faker';

type Problem = Pick<ConfigProblem, 'message' | 'hint'>;

/** Node's own loading of modules; undefined in a page. */
const createLoader = (): NodeJS.Require | undefined =>
  globalThis.process?.getBuiltinModule?.('node:module')?.createRequire(import.meta.url);

/** Why a locale cannot be used; undefined if it can. */
export const problemWithLocale = (locale: string): Problem | undefined => {
  const found = find(locale);
  return 'faker' in found ? undefined : found;
};

/** @throws ConfigError if there is no such locale, or if the package with its words is not installed. */
export const loadLocale = (locale: string): Faker => {
  const found = find(locale);
  if ('faker' in found) return found.faker;
  throw optionInvalid(found);
};

const find = (locale: string): { readonly faker: Faker } | Problem => {
  const load = createLoader();
  if (load === undefined)
    return {
      message: `the locale ${quoteName(locale)} cannot be loaded in a page`,
      hint: 'Omit it: the default is English.',
    };
  try {
    if (/^\w+$/.test(locale)) return load(`${packageName}/locale/${locale}`) as { readonly faker: Faker };
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const all = namesIn(load);
  return all === undefined
    ? {
        message: `the locale ${quoteName(locale)} needs ${packageName}, which is not installed`,
        hint: `Run \`npm install --save-dev ${packageName}\`.`,
      }
    : { message: `${packageName} has no locale ${quoteName(locale)}`, hint: suggest(locale, 'locales', all) };
};

const isMissing = (error: unknown) =>
  /^(ERR_)?(MODULE_NOT_FOUND|PACKAGE_PATH_NOT_EXPORTED)$/.test(String((error as NodeJS.ErrnoException).code));

/** Slow: loads all locales. Undefined: the package is not installed. */
const namesIn = (load: NodeJS.Require): readonly string[] | undefined => {
  try {
    return Object.keys((load(packageName) as { readonly allLocales: object }).allLocales);
  } catch (error) {
    if (!isMissing(error)) throw error;
    return undefined;
  }
};
