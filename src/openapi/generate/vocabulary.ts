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

/** The title in lower case, with hyphens. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/'|\p{Mark}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Sentences about things, so that two of them are rarely alike. */
const templates = [
  'A {adjective} {noun} for everyday use.',
  'A {adjective} choice for the {noun}, made with care.',
  'Better than the last {noun}, and just as {adjective}.',
  'Everything about the {adjective} {noun} in one place.',
  'From the {noun} to the {other}, simple and {adjective}.',
  'It works well with every {adjective} {noun}.',
  'Made for the {noun}, tested at the {other}.',
  'More about the {adjective} {noun} will follow next week.',
  'Questions and answers about the {adjective} {noun}.',
  'Small changes to the {noun} that make a {adjective} difference.',
  'The {adjective} {noun} is on its way.',
  'An overview of the {noun} and the {other}.',
  'The details of the {adjective} {noun} are in the notes.',
  'The first version of the {noun}, open for comments.',
  'What everybody should know about the {adjective} {noun}.',
  'Well received by everyone at the {adjective} {noun}.',
];

export const sentenceFor = (source: RandomSource): string =>
  pick(templates, source)
    .replace('{adjective}', pick(adjectives, source))
    .replace(/^A (?=[aeiou]|hon)/, 'An ')
    .replace(/\ba (?=[aeiou]|hon)/, 'an ')
    .replace('{noun}', pick(nouns, source))
    .replace('{other}', pick(nouns, source));

/** Titles of tasks. */
export const todos = [
  'Answer the questions of the new team',
  'Book the room for the review',
  'Call the supplier back',
  'Check the backup of last week',
  'Clean up the list of contacts',
  'Compare the three offers',
  'Order new labels',
  'Plan the summer release',
  'Prepare the slides for Monday',
  'Read the draft of the contract',
  'Renew the certificate',
  'Send the invoice for October',
  'Update the price list',
  'Write the minutes',
];

/** Subjects of tickets. */
export const troubles = [
  'A link in the confirmation leads nowhere',
  'Dates are shown in the wrong time zone',
  'Password reset mail does not arrive',
  'Search finds no results with umlauts',
  'The address cannot be changed after the order',
  'The export stops half way',
  'The invoice lists one item twice',
  'The page is blank on older phones',
  'The second page of results is empty',
  'The total differs from the sum of the lines',
  'Uploads above 10 MB fail',
  'Wrong currency in the summary',
];

export const oneOf =
  (...values: readonly string[]) =>
  (_faker: unknown, source: RandomSource): string =>
    pick(values, source);
