import { extremeKinds } from '../core/faults/effects.ts';
import { optionInvalid } from '../core/primitives/config-error.ts';
import { loadLocale } from '../parts/locale/find-locale.ts';
import type { SampleOptions, Samples } from '../parts/samples/api.ts';
import { createSamples, type SampleSource } from '../parts/samples/index.ts';
import { checkArgument, describeValue } from './read-arguments.ts';

/** The largest number of samples that one call makes. */
const maxCount = 10_000;

/** Samples whose options are checked first. */
export const checkedSamples = (source: SampleSource): Samples => {
  const { sample, samples } = createSamples(source);
  return {
    sample: (name, options = {}) => sample(name, checked(options)),
    samples: (name, count, options = {}) => {
      if (!Number.isInteger(count) || count < 0 || count > maxCount)
        throw optionInvalid(
          `the count of samples must be an integer from 0 to ${maxCount}, not ${describeValue(count)}`,
        );
      return samples(name, count, checked(options));
    },
  };
};

const checked = (options: SampleOptions): SampleOptions => {
  const known = ['seed', 'with', 'extreme', 'for', 'locale'];
  checkArgument(options, { name: 'the options of a sample', example: "{ seed: 7, with: { status: 'paid' } }", known });
  const { seed, extreme, for: side, locale } = options;
  if (seed !== undefined && !Number.isSafeInteger(seed))
    throw optionInvalid(`the seed of a sample must be an integer, not ${describeValue(seed)}`);
  if (options.with !== undefined)
    checkArgument(options.with, { name: '`with` of a sample', example: "{ with: { status: 'paid' } }" });
  if (extreme !== undefined && !extremeKinds.includes(extreme))
    throw optionInvalid(`extreme must be one of ${extremeKinds.join(', ')}, not ${describeValue(extreme)}`);
  if (side !== undefined && side !== 'response' && side !== 'request')
    throw optionInvalid(`for must be response or request, not ${describeValue(side)}`);
  if (locale !== undefined) loadLocale(locale);
  return options;
};
