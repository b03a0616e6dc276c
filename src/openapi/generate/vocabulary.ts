/** Neutral words and sentences for text without a known meaning. */

/** A source of random numbers in [0, 1). */
interface RandomSource {
  readonly random: () => number;
}

const adjectives = (
  'amber bold brave bright calm clear clever cosmic crisp curious deep early eager fair fresh gentle golden grand green happy ' +
  'hidden honest humble lively lucky mellow mild modern nimble noble northern open polar proud quick quiet rapid rising ' +
  'silent silver simple smooth solar southern steady still sunny swift tidy vivid warm western wild young'
).split(' ');

const nouns = (
  'anchor arbor atlas avenue beacon birch breeze bridge brook canyon cedar cliff cloud coast comet compass coral creek delta ' +
  'dune ember field fjord forest garden glacier grove harbor haven hill horizon island lagoon lantern leaf lighthouse maple ' +
  'marble meadow mesa mirror moon mountain oak oasis orbit orchard pebble pine planet prairie prism reef ridge river ' +
  'saddle sail shore sky spark spring star stone stream summit sunrise tide timber trail tower valley village wave willow'
).split(' ');

const sentences = [
  'All of it is ready to use.',
  'Checked twice and found in good order.',
  'Everything went as planned.',
  'It works well, and it is easy to explain.',
  'Just what was asked for, and a little more.',
  'Made with care for everyday use.',
  'More about this will follow next week.',
  'Nothing is left to do here for now.',
  'Please have a look when you find the time.',
  'Seen by the whole team and agreed on.',
  'Simple at first sight, and full of detail.',
  'Small changes that make a big difference.',
  'Take your time, there is no hurry.',
  'Thank you for the quick answer.',
  'The details are in the notes of last Monday.',
  'The first version, open for comments.',
  'The new one is on its way.',
  'This one is kept for reference.',
  'Tried by many and recommended by most.',
  'Waiting for a final decision.',
  'We will come back to this tomorrow.',
  'Well received by those who saw it.',
  'With a few improvements over the last one.',
  'Works best together with the others.',
];

const pick = <Value>(values: readonly Value[], { random }: RandomSource): Value =>
  values[Math.floor(random() * values.length)] as Value;

export const wordFor = (source: RandomSource): string => pick(nouns, source);

/** `quiet harbor`. */
export const wordsFor = (source: RandomSource): string => `${pick(adjectives, source)} ${pick(nouns, source)}`;

/** `Quiet Harbor`. */
export const titleFor = (source: RandomSource): string =>
  wordsFor(source).replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** `quiet-harbor`. */
export const slugFor = (source: RandomSource): string => wordsFor(source).replace(' ', '-');

export const sentenceFor = (source: RandomSource): string => pick(sentences, source);

export const oneOf =
  (...values: readonly string[]) =>
  (_faker: unknown, source: RandomSource): string =>
    pick(values, source);
