import { fileNames } from './sources.ts';

/** The known findings of the judges, mostly errors of the documents. Each entry has its reason. */
export interface Exception {
  readonly document: string;
  /** By their names; `*` is every operation. */
  readonly operations: readonly string[];
  /** Which of a test's findings. */
  readonly kinds: readonly string[];
  readonly reason: string;
}

const all: readonly Exception[] = [
  ...(
    [
      ['readme/3.0/complex-nesting.json', ['POST /multischema/of-everything']],
      [
        'readme/3.0/polymorphism.json',
        ['PATCH /pets', 'POST /anything/one-of-object', 'POST /anything/one-of-object-ref'],
      ],
      [
        'readme/3.0/discriminators.json',
        [
          'PATCH /discriminator-with-mapping',
          'PATCH /discriminator-with-no-mapping',
          'PATCH /embedded-discriminator',
          'PATCH /oneof-allof-top-level-disc',
          'PATCH /mapping-with-duplicate-schemas',
          'PATCH /mapping-of-schema-names',
          'POST /potentially-undefined-formData',
        ],
      ],
      ['shared/grocy-api.json', ['GET', 'POST'].map((method) => `${method} /objects/{entity}`)],
      ['shared/grocy-api.json', ['GET', 'PUT'].map((method) => `${method} /objects/{entity}/{objectId}`)],
    ] as const
  ).map(([document, operations]) => ({
    document,
    operations,
    kinds: ['sample'],
    reason: 'A oneOf of schemas that the same objects match: no body matches exactly one.',
  })),
  ...['readme/3.0/petstore.json', 'readme/3.1/petstore.json', 'shared/swagger-petstore-v3.yaml'].map((document) => ({
    document,
    operations: ['POST /user/createWithList'],
    kinds: ['sample'],
    reason: 'The example of a user, which POST /user has created before: 409.',
  })),
  {
    document: 'readme/3.0/polymorphism.json',
    operations: ['POST /anything/one-of-object-ref'],
    kinds: ['status'],
    reason:
      'A oneOf of schemas that the same objects match: a body may match several (decision 60), and the judge refuses it.',
  },
  {
    document: 'readme/3.0/schema-types.json',
    operations: ['PUT /anything/quirks/polymorphism', 'PATCH /anything/quirks/polymorphism'],
    kinds: ['sample'],
    reason: 'A body must be a string and an integer.',
  },
  {
    document: 'readme/3.0/readme-legacy.json',
    operations: ['createDoc'],
    kinds: ['state: create'],
    reason: 'A oneOf of schemas that the same objects match: no body matches exactly one.',
  },
  {
    document: 'readme/3.0/discriminators.json',
    operations: ['PATCH /mapping-with-duplicate-schemas', 'redoclyQuirk', 'POST /potentially-undefined-formData'],
    kinds: ['status'],
    reason: 'The discriminator decides which schema counts, and the judge ignores it.',
  },
  {
    document: 'shared/realworld-conduit.yml',
    operations: ['GetCurrentUser', 'Login', 'UpdateCurrentUser'],
    kinds: ['state: read', 'state: update'],
    reason:
      'The account is that of the token which a registration returns, or of the body of a login, and the test sends a token of its own.',
  },
  {
    document: 'shared/realworld-conduit.yml',
    operations: ['GetArticlesFeed'],
    kinds: ['state: list'],
    reason: 'It lists the articles of those whom the caller follows, and the test follows nobody.',
  },
  {
    document: 'shared/airflow-v2.yaml',
    operations: ['get_mapped_task_instance_try_details'],
    kinds: ['state: read'],
    reason: 'Its path has an index more than the list of the tries: which tries have which index, no response shows.',
  },
  {
    document: 'figma/openapi.yaml',
    operations: ['putWebhook'],
    kinds: ['state: replace'],
    reason: 'Its body requires team_id without declaring it: an undeclared property is not stored.',
  },
  {
    document: 'scalar/galaxy.json',
    operations: ['getAllData'],
    kinds: ['generated'],
    reason: '$dynamicRef is not supported, and reported as such: list items are generated without a schema.',
  },
  {
    document: 'readme/3.0/circular-request-bodies.json',
    operations: ['directCircular', 'POST /direct'],
    kinds: ['generated', 'body', 'sample'],
    reason: 'A node requires a parent, which requires a parent, and so on: no finite body conforms.',
  },
  {
    document: 'readme/3.0/readme-legacy.json',
    operations: ['*'],
    kinds: ['generated', 'refusal: body', 'verify'],
    reason: 'Its 400 and 401 are a oneOf of two equal schemas: no body matches exactly one.',
  },
  {
    document: 'readme/3.0/security-multiple.json',
    operations: ['POST /anything/and'],
    kinds: ['status', 'sample'],
    reason: 'It requires two credentials in the one Authorization header.',
  },
  {
    document: 'readme/3.1/readme.json',
    operations: ['apikeys', 'getAPIKey', 'updateAPIKey', 'deleteAPIKey'],
    kinds: ['state: read', 'state: update', 'state: delete'],
    reason: 'No response contains the id that the path takes, so the items have keys that a client cannot know.',
  },
  {
    document: 'readme/3.1/readme.json',
    operations: ['POST /branches'],
    kinds: ['sample'],
    reason: 'A sample of the name is taken already: its pattern is met by few short texts.',
  },
  {
    document: 'figma/openapi.yaml',
    operations: ['*'],
    kinds: ['prism: document'],
    reason: 'Prism takes a minute to read it, and longer to judge a file.',
  },
  {
    document: 'shared/counterfact-example-3.2.yaml',
    operations: ['getPathOne'],
    kinds: ['body', 'generated'],
    reason: 'Its schema refers to itself endlessly: no validator terminates on it.',
  },
  {
    document: 'shared/grocy-api.json',
    operations: ['POST /objects/{entity}', 'PUT /objects/{entity}/{objectId}', 'objects'],
    kinds: ['state: create', 'state: replace', 'generated item'],
    reason: 'A oneOf of schemas that every object matches: no body matches exactly one.',
  },
  {
    document: 'shared/grocy-api.json',
    operations: ['*'],
    kinds: ['shown time'],
    reason:
      'Its examples of whole objects show the times of the format date-time as `2019-05-02 20:12:26`. They are shown as they are.',
  },
  {
    document: 'shared/grocy-api.json',
    operations: ['POST /objects/{entity}', 'PUT /objects/{entity}/{objectId}'],
    kinds: ['status'],
    reason:
      'The example of a product has texts for numbers and fits Userfield alone, which declares none of them. Only its time, `2019-05-02 20:12:26`, is no date-time: the judge ignores that the examples show times so.',
  },
  {
    document: 'shared/grocy-api.json',
    operations: ['GET /stock/locations/{locationId}/entries', 'PUT /stock/entry/{entryId}'],
    kinds: ['state: list', 'state: replace'],
    reason:
      'Its example is at another location than the first one, and `open` is sent as true or false and shown as a number.',
  },
  {
    document: 'shared/grocy-api.json',
    operations: ['GET /objects/{entity}/{objectId}'],
    kinds: ['body', 'prism', 'generated'],
    reason: 'A oneOf of schemas that every object fits: no body fits exactly one.',
  },
  {
    document: 'shared/twilio-chat-v2.yaml',
    operations: ['UpdateChannel'],
    kinds: ['state: update'],
    reason: 'Its example has a Type, which its form does not declare: an undeclared property is not stored.',
  },
  {
    document: 'shared/swagger-petstore-v3.yaml',
    operations: ['updatePet'],
    kinds: ['status'],
    reason: 'Its path names no id, and its schema does not ask for one: a body without it updates nothing.',
  },
  {
    document: 'shared/resend-api.yaml',
    operations: ['oauth/revoke-grant'],
    kinds: ['body'],
    reason: 'The list shows a time without minutes in its offset as an example; ajv-formats takes it for a date-time.',
  },
  {
    document: 'ordinary/springdoc-komga.json',
    operations: ['getBookPageByNumber'],
    kinds: ['prism', 'refusal: body', 'verify'],
    reason: 'Its `default` is an image, which no error is.',
  },
  {
    document: 'ordinary/dotnet-eshop-catalog.json',
    operations: ['POST /api/catalog/items'],
    kinds: ['sample'],
    reason: 'A sample of the id is taken already: a replacement has put it.',
  },
  {
    document: 'ordinary/fastapi-prefect.json',
    operations: ['GET /events/filter/next', 'read_account_events_page_events_filter_next_get'],
    kinds: ['status', 'sample', 'verify'],
    reason: 'It requires a cursor, and rejects one that no page gave.',
  },
  {
    document: 'ordinary/fastapi-prefect.json',
    operations: ['filter_flow_run_input_flow_runs__id__input_filter_post'],
    kinds: ['state: list'],
    reason: 'Its body has a limit, whose default is one item.',
  },
  {
    document: 'ordinary/goa-cellar.yaml',
    operations: ['storage#rate'],
    kinds: ['refusal: parameter'],
    reason: 'Its required parameter may be an empty object, which leaves no trace in a query.',
  },
  {
    document: 'ordinary/goa-cellar.yaml',
    operations: ['storage#multi_add', 'POST /storage/multi_add'],
    kinds: ['status', 'sample', 'verify'],
    reason: 'A form that is a list, with parts of any name, is not supported.',
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
  exceptions.some(
    (one) =>
      one.document === document &&
      one.kinds.includes(kind) &&
      one.operations.some((name) => name === '*' || name === operation),
  );
