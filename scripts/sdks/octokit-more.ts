import { type Driver, isTrue, type Loose, rejects } from './driver.ts';

/** Milestones, reactions, releases by tag, hooks, deploy keys, variables, projects of a repository, and the account itself. */
export const octokitMore: Driver['drive'] = async ({ Octokit }, baseUrl, call) => {
  const { rest } = new Octokit({ auth: 'token', baseUrl, log: { warn() {}, error() {}, info() {}, debug() {} } });
  const repo = { owner: 'octocat', repo: 'hello' };
  const data = async (answer: Promise<Loose>): Promise<Loose> => (await answer).data;
  const has =
    (part: Loose) =>
    (value: Loose): boolean =>
      Object.entries(part).every(([name, own]) => value[name] === own);
  const lists =
    (part: Loose) =>
    (list: Loose): boolean =>
      list.some(has(part));
  const isGone = async (answer: Promise<Loose>): Promise<boolean> => (await answer).status === 204;

  const issue = await call(
    'issues.create (with labels)',
    () => data(rest.issues.create({ ...repo, title: 'Third', body: 'Long', labels: ['bug'], assignees: ['octocat'] })),
    ({ body, labels }) => body === 'Long' && labels[0].name === 'bug',
  );
  const one = { ...repo, issue_number: issue?.number };
  await call(
    'issues.setLabels',
    () => data(rest.issues.setLabels({ ...one, labels: ['help'] })),
    (list) => list.length === 1 && list[0].name === 'help',
  );
  await call(
    'issues.removeLabel',
    () => data(rest.issues.removeLabel({ ...one, name: 'help' })),
    (list) => list.length === 0,
  );
  await call(
    'issues.addAssignees',
    () => data(rest.issues.addAssignees({ ...one, assignees: ['hubot'] })),
    ({ assignees }) => assignees.some(({ login }: Loose) => login === 'hubot'),
  );
  await call(
    'issues.update (closed)',
    () => data(rest.issues.update({ ...one, state: 'closed' })),
    ({ state }) => state === 'closed',
  );
  await call(
    'issues.listForRepo (closed)',
    () => data(rest.issues.listForRepo({ ...repo, state: 'closed' })),
    (list) => list.length > 0 && list.every(({ state }: Loose) => state === 'closed'),
  );
  await call('issues.lock', () => isGone(rest.issues.lock(one)), isTrue);
  await call('issues.unlock', () => isGone(rest.issues.unlock(one)), isTrue);
  await call(
    'issues.listForRepo (a page)',
    () => data(rest.issues.listForRepo({ ...repo, per_page: 1 })),
    (list) => list.length === 1,
  );
  await call(
    'issues.get (missing)',
    rejects(() => rest.issues.get({ ...repo, issue_number: 999_999 }), 404),
    isTrue,
  );

  const milestone = await call(
    'issues.createMilestone',
    () => data(rest.issues.createMilestone({ ...repo, title: 'v1' })),
    has({ title: 'v1' }),
  );
  const which = { ...repo, milestone_number: milestone?.number };
  await call('issues.getMilestone', () => data(rest.issues.getMilestone(which)), has({ title: 'v1' }));
  await call('issues.listMilestones', () => data(rest.issues.listMilestones(repo)), lists({ title: 'v1' }));
  await call(
    'issues.updateMilestone',
    () => data(rest.issues.updateMilestone({ ...which, title: 'v2' })),
    has({ title: 'v2' }),
  );
  await call('issues.deleteMilestone', () => isGone(rest.issues.deleteMilestone(which)), isTrue);
  await call(
    'issues.getMilestone (gone)',
    rejects(() => rest.issues.getMilestone(which), 404),
    isTrue,
  );

  await call(
    'issues.updateLabel',
    async () => {
      await rest.issues.createLabel({ ...repo, name: 'old', color: '00ff00' });
      return data(rest.issues.updateLabel({ ...repo, name: 'old', new_name: 'new', color: '0000ff' }));
    },
    has({ name: 'new', color: '0000ff' }),
  );
  await call('issues.listLabelsForRepo', () => data(rest.issues.listLabelsForRepo(repo)), lists({ name: 'new' }));
  await call('issues.deleteLabel', () => isGone(rest.issues.deleteLabel({ ...repo, name: 'new' })), isTrue);

  const hook = await call(
    'repos.createWebhook',
    () => data(rest.repos.createWebhook({ ...repo, config: { url: 'https://example.com/hook' }, events: ['push'] })),
    ({ config, events }) => config.url === 'https://example.com/hook' && events[0] === 'push',
  );
  const hooked = { ...repo, hook_id: hook?.id };
  await call('repos.getWebhook', () => data(rest.repos.getWebhook(hooked)), has({ id: hook?.id }));
  await call('repos.listWebhooks', () => data(rest.repos.listWebhooks(repo)), lists({ id: hook?.id }));
  await call(
    'repos.updateWebhook',
    () => data(rest.repos.updateWebhook({ ...hooked, active: false })),
    has({ active: false }),
  );
  await call('repos.deleteWebhook', () => isGone(rest.repos.deleteWebhook(hooked)), isTrue);

  const key = await call(
    'repos.createDeployKey',
    () => data(rest.repos.createDeployKey({ ...repo, title: 'ci', key: 'ssh-rsa AAA', read_only: true })),
    has({ title: 'ci', read_only: true }),
  );
  await call('repos.listDeployKeys', () => data(rest.repos.listDeployKeys(repo)), lists({ title: 'ci' }));
  await call('repos.deleteDeployKey', () => isGone(rest.repos.deleteDeployKey({ ...repo, key_id: key?.id })), isTrue);

  const release = await call(
    'repos.createRelease (named)',
    () => data(rest.repos.createRelease({ ...repo, tag_name: 'v2', name: 'Two', draft: true })),
    has({ tag_name: 'v2', name: 'Two', draft: true }),
  );
  await call(
    'repos.updateRelease',
    () => data(rest.repos.updateRelease({ ...repo, release_id: release?.id, name: 'Second', draft: false })),
    has({ tag_name: 'v2', name: 'Second', draft: false }),
  );

  await call(
    'actions.createRepoVariable',
    async () => (await rest.actions.createRepoVariable({ ...repo, name: 'STAGE', value: 'test' })).status === 201,
    isTrue,
  );
  const variable = { ...repo, name: 'STAGE' };
  await call('actions.getRepoVariable', () => data(rest.actions.getRepoVariable(variable)), has({ value: 'test' }));
  await call(
    'actions.updateRepoVariable',
    () => isGone(rest.actions.updateRepoVariable({ ...variable, value: 'live' })),
    isTrue,
  );
  await call(
    'actions.listRepoVariables',
    async () => (await data(rest.actions.listRepoVariables(repo))).variables,
    lists({ name: 'STAGE', value: 'live' }),
  );
  await call('actions.deleteRepoVariable', () => isGone(rest.actions.deleteRepoVariable(variable)), isTrue);

  const made = await call(
    'repos.createForAuthenticatedUser',
    () => data(rest.repos.createForAuthenticatedUser({ name: 'mine', private: true })),
    has({ name: 'mine', private: true }),
  );
  await call(
    'repos.listForAuthenticatedUser',
    () => data(rest.repos.listForAuthenticatedUser()),
    lists({ id: made?.id }),
  );
  await call(
    'users.getAuthenticated',
    () => data(rest.users.getAuthenticated()),
    ({ login }) => login !== undefined,
  );
  await call(
    'gists.update',
    async () => {
      const gist = await data(rest.gists.create({ files: { 'b.txt': { content: 'two' } }, description: 'Old' }));
      return data(rest.gists.update({ gist_id: gist.id, description: 'New' }));
    },
    has({ description: 'New' }),
  );
  await call('gists.list', () => data(rest.gists.list()), lists({ description: 'New' }));
  const pull = await call(
    'pulls.create',
    () => data(rest.pulls.create({ ...repo, title: 'Fix', head: 'fix', base: 'main' })),
    has({ title: 'Fix' }),
  );
  const pulled = { ...repo, pull_number: pull?.number };
  await call('pulls.get', () => data(rest.pulls.get(pulled)), has({ title: 'Fix' }));
  await call('pulls.list', () => data(rest.pulls.list(repo)), lists({ number: pull?.number }));
  await call('pulls.update', () => data(rest.pulls.update({ ...pulled, title: 'Mend' })), has({ title: 'Mend' }));
  await call('pulls.merge', () => data(rest.pulls.merge(pulled)), has({ merged: true }));
};
