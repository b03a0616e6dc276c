/**
 * fast-check with a fixed seed, so that two runs of one commit draw the same values. `FAST_CHECK_SEED` sets another seed;
 * `random` draws one.
 */
import fc from 'fast-check';

const given = process.env.FAST_CHECK_SEED ?? '1';
if (given !== 'random') fc.configureGlobal({ seed: Number(given) });

export { default } from 'fast-check';
