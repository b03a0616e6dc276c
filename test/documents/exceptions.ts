import { fileNames } from './sources.ts';

/** What the judges are known to object to: mostly what the document is to blame for. Each entry says why. */
export interface Exception {
  readonly document: string;
  readonly operations: readonly string[];
  /** Which of a test's findings. */
  readonly kinds: readonly string[];
  readonly reason: string;
}

const all: readonly Exception[] = [
  {
    document: 'shared/counterfact-example-3.2.yaml',
    operations: ['getXmlBook', 'getXmlNote', 'getXmlSnippet', 'getXmlSecret', 'getXmlPlaylist'],
    kinds: ['prism'],
    reason: 'Prism does not read XML: it holds the text against the schema of an object.',
  },
  {
    document: 'shared/counterfact-example-3.2.yaml',
    operations: ['getPathOne'],
    kinds: ['body'],
    reason: 'Its schema refers to itself without end: no validator comes back from it.',
  },
  {
    document: 'shared/grocy-api.json',
    operations: ['POST /objects/{entity}', 'PUT /objects/{entity}/{objectId}'],
    kinds: ['status', 'state: create'],
    reason: 'A oneOf of schemas that every object fits: nobody can build a body that fits exactly one.',
  },
  {
    document: 'shared/grocy-api.json',
    operations: ['GET /objects/{entity}/{objectId}'],
    kinds: ['body', 'prism'],
    reason: 'A oneOf of schemas that every object fits: no body fits exactly one.',
  },
  {
    document: 'shared/twilio-chat-v2.yaml',
    operations: ['UpdateChannel'],
    kinds: ['state: update'],
    reason: 'Its form takes any text as Type, the channel that is shown only what it lists: such a text is not kept.',
  },
  {
    document: 'shared/swagger-petstore-v3.yaml',
    operations: ['updatePet'],
    kinds: ['status'],
    reason: 'Its path names no id, and its schema does not ask for one: a body without it updates nothing.',
  },
  {
    document: 'shared/swagger-petstore-v3.yaml',
    operations: ['updatePetWithForm'],
    kinds: ['status'],
    reason: 'Its query takes any text as status, the pet only what it lists: another is refused by its name.',
  },
  {
    document: 'shared/resend-api.yaml',
    operations: ['oauth/revoke-grant'],
    kinds: ['body'],
    reason: 'The list shows a time without minutes in its offset as an example; ajv-formats takes it for a date-time.',
  },
];

/** Those of the documents that the tests run over. */
export const exceptions: readonly Exception[] = all.filter(({ document }) => fileNames.includes(document));

export interface Exceptional {
  readonly document: string;
  readonly operation: string;
  readonly kind: string;
}

export const isExcepted = ({ document, operation, kind }: Exceptional): boolean =>
  exceptions.some((one) => one.document === document && one.kinds.includes(kind) && one.operations.includes(operation));
