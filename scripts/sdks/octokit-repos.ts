import { type Driver, isTrue, type Loose, rejects } from './driver.ts';

/** All pages, assignees, reactions, reviews, branches and their refs, statuses and checks, topics, stars, and a repository from its creation to its end. */
export const octokitRepos: Driver['drive'] = async ({ Octokit }, baseUrl, call) => {
  const octokit = new Octokit({ auth: 'token', baseUrl, log: { warn() {}, error() {}, info() {}, debug() {} } });
  const { rest } = octokit;
  const repo = { owner: 'octocat', repo: 'hello' };
  const data = async (answer: Promise<Loose>): Promise<Loose> => (await answer).data;
  const isDone = async (answer: Promise<Loose>): Promise<boolean> => (await answer).status === 204;
  const lists =
    (part: Loose) =>
    (list: Loose): boolean =>
      list.some((value: Loose) => Object.entries(part).every(([name, own]) => value[name] === own));

  const issue = await call(
    'issues.create (of many)',
    async () => {
      for (const title of ['One', 'Two']) await rest.issues.create({ ...repo, title });
      return data(rest.issues.create({ ...repo, title: 'Three' }));
    },
    ({ title }) => title === 'Three',
  );
  await call(
    'paginate (issues.listForRepo)',
    () => octokit.paginate(rest.issues.listForRepo, { ...repo, per_page: 2 }),
    (all) => all.length > 2 && lists({ number: issue?.number })(all),
  );
  const one = { ...repo, issue_number: issue?.number };
  await call(
    'issues.removeAssignees',
    async () => {
      await rest.issues.addAssignees({ ...one, assignees: ['hubot', 'octocat'] });
      return data(rest.issues.removeAssignees({ ...one, assignees: ['hubot'] }));
    },
    ({ assignees }) => assignees.length === 1 && assignees[0].login === 'octocat',
  );
  await call(
    'issues.removeAllLabels',
    async () => {
      await rest.issues.addLabels({ ...one, labels: ['bug', 'help'] });
      await rest.issues.removeAllLabels(one);
      return data(rest.issues.listLabelsOnIssue(one));
    },
    (list) => list.length === 0,
  );
  const reaction = await call(
    'reactions.createForIssue',
    () => data(rest.reactions.createForIssue({ ...one, content: 'heart' })),
    ({ content }) => content === 'heart',
  );
  await call('reactions.listForIssue', () => data(rest.reactions.listForIssue(one)), lists({ id: reaction?.id }));
  await call(
    'reactions.deleteForIssue',
    () => isDone(rest.reactions.deleteForIssue({ ...one, reaction_id: reaction?.id })),
    isTrue,
  );

  const pull = await call('pulls.create (of a draft)', () =>
    data(rest.pulls.create({ ...repo, title: 'Work', head: 'work', base: 'main', draft: true })),
  );
  const pulled = { ...repo, pull_number: pull?.number };
  const review = await call(
    'pulls.createReview',
    () => data(rest.pulls.createReview({ ...pulled, body: 'Fine', event: 'APPROVE' })),
    ({ body }) => body === 'Fine',
  );
  await call('pulls.listReviews', () => data(rest.pulls.listReviews(pulled)), lists({ id: review?.id }));
  await call(
    'pulls.requestReviewers',
    () => data(rest.pulls.requestReviewers({ ...pulled, reviewers: ['hubot'] })),
    ({ requested_reviewers: reviewers }) => reviewers.some(({ login }: Loose) => login === 'hubot'),
  );
  await call(
    'pulls.checkIfMerged (not yet)',
    rejects(() => rest.pulls.checkIfMerged(pulled), 404),
    isTrue,
  );
  await call(
    'pulls.update (closed)',
    () => data(rest.pulls.update({ ...pulled, state: 'closed' })),
    ({ state }) => state === 'closed',
  );

  const sha = 'aa218f56b14c9653891f9e74264a383fa43fefbd';
  await call(
    'git.createRef',
    () => data(rest.git.createRef({ ...repo, ref: 'refs/heads/work', sha })),
    ({ ref }) => ref === 'refs/heads/work',
  );
  await call(
    'git.getRef',
    () => data(rest.git.getRef({ ...repo, ref: 'heads/work' })),
    ({ ref }) => ref === 'refs/heads/work',
  );
  await call('git.deleteRef', () => isDone(rest.git.deleteRef({ ...repo, ref: 'heads/work' })), isTrue);
  await call(
    'repos.listBranches',
    () => data(rest.repos.listBranches(repo)),
    (list) => list.every(({ name }: Loose) => typeof name === 'string'),
  );
  await call(
    'repos.listCommits',
    () => data(rest.repos.listCommits(repo)),
    (list) => list.every(({ sha: id }: Loose) => typeof id === 'string'),
  );
  await call(
    'repos.createCommitStatus',
    () => data(rest.repos.createCommitStatus({ ...repo, sha, state: 'success', context: 'ci' })),
    ({ state, context }) => state === 'success' && context === 'ci',
  );
  const check = await call(
    'checks.create',
    () => data(rest.checks.create({ ...repo, name: 'lint', head_sha: sha, status: 'in_progress' })),
    ({ name, status }) => name === 'lint' && status === 'in_progress',
  );
  await call(
    'checks.update',
    () => data(rest.checks.update({ ...repo, check_run_id: check?.id, status: 'completed', conclusion: 'success' })),
    ({ status, conclusion }) => status === 'completed' && conclusion === 'success',
  );
  await call(
    'repos.createOrUpdateFileContents',
    () => data(rest.repos.createOrUpdateFileContents({ ...repo, path: 'a.md', message: 'Add', content: btoa('Hi') })),
    ({ commit }) => commit !== undefined,
  );
  await call('repos.getContent', () => data(rest.repos.getContent({ ...repo, path: 'a.md' })));
  await call(
    'repos.createDispatchEvent',
    () => isDone(rest.repos.createDispatchEvent({ ...repo, event_type: 'go' })),
    isTrue,
  );

  const mine = await call('repos.createForAuthenticatedUser (of a name)', () =>
    data(rest.repos.createForAuthenticatedUser({ name: 'lamps' })),
  );
  const own = { owner: mine?.owner?.login, repo: 'lamps' };
  await call(
    'repos.update',
    () => data(rest.repos.update({ ...own, description: 'Bright' })),
    ({ name, description }) => name === 'lamps' && description === 'Bright',
  );
  await call(
    'repos.replaceAllTopics',
    () => data(rest.repos.replaceAllTopics({ ...own, names: ['light'] })),
    ({ names }) => names.length === 1 && names[0] === 'light',
  );
  await call(
    'repos.getAllTopics',
    () => data(rest.repos.getAllTopics(own)),
    ({ names }) => names.includes('light'),
  );
  await call(
    'activity.starRepoForAuthenticatedUser',
    () => isDone(rest.activity.starRepoForAuthenticatedUser(own)),
    isTrue,
  );
  await call('repos.delete', () => isDone(rest.repos.delete(own)), isTrue);
  await call(
    'repos.get (gone)',
    rejects(() => rest.repos.get(own), 404),
    isTrue,
  );
  await call(
    'search.repos',
    () => data(rest.search.repos({ q: 'hello' })),
    ({ items, total_count: total }) => Array.isArray(items) && typeof total === 'number',
  );
  await call(
    'rateLimit.get',
    () => data(rest.rateLimit.get()),
    ({ rate }) => rate.limit !== undefined,
  );
};
