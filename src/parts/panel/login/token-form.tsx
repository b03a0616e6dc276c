/** Issues a token to copy. */

import { useState } from 'preact/hooks';
import { call } from '../api/panel-client.ts';
import type { IssuedTokens, LoginInfo } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { Form, FormProblem } from '../parts/controls.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { TextField } from '../parts/field.tsx';
import { formatDistance, plural } from '../parts/format-values.ts';
import { JsonView } from '../parts/json-view.tsx';
import { worldPath } from '../state/current-world.ts';
import { messageOf } from '../state/notice.ts';
import { claimsIn, emptyOrder, type OrderDraft, orderFrom } from './ordered-token.ts';

export const TokenForm = ({ info }: { readonly info: LoginInfo }) => {
  const [draft, setDraft] = useState(emptyOrder);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [tokens, setTokens] = useState<IssuedTokens | undefined>(undefined);
  const issue = async (): Promise<void> => {
    try {
      setTokens(await call<IssuedTokens>('POST', worldPath('/tokens'), orderFrom(draft)));
      setProblem(undefined);
    } catch (error) {
      setTokens(undefined);
      setProblem(messageOf(error));
    }
  };
  const field = (name: keyof OrderDraft) => ({
    value: draft[name],
    onInput: (text: string) => setDraft({ ...draft, [name]: text }),
  });
  const first = info.users[0];
  return (
    <div class="token-parts">
      <Form class="fields" onSubmit={() => void issue()}>
        <fieldset class="toolbar">
          <legend class="hidden">Users of the scenario</legend>
          {info.users.map(({ sub, name }) => (
            <Button
              key={sub}
              pressed={(draft.sub.trim() || first?.sub) === sub}
              onClick={() => setDraft({ ...draft, sub })}
            >
              {name ?? sub}
            </Button>
          ))}
        </fieldset>
        <TextField label="For (sub)" {...field('sub')} placeholder={first?.sub} hint="A user, or anyone." />
        <TextField
          label="Scopes"
          {...field('scope')}
          placeholder={info.scopes.join(' ')}
          hint="With spaces. If empty, all that the user may have."
        />
        <div class="pair">
          <TextField label="Lifetime" {...field('lifetime')} placeholder="5m" hint="Of the world's time." />
          <TextField label="Audience" {...field('audience')} hint="If empty, this server." />
        </div>
        <TextField label="Claims" rows={2} isCode {...field('claims')} placeholder='{"role": "admin"}' />
        <FormProblem text={problem} />
        <footer class="actions">
          <Button kind="main" type="submit">
            Issue a token
          </Button>
        </footer>
      </Form>
      <section class="issued" aria-label="Issued token" role="status">
        {tokens === undefined ? (
          <p class="quiet">The token appears here, to copy into a client or a test.</p>
        ) : (
          <Issued tokens={tokens} />
        )}
      </section>
    </div>
  );
};

const Issued = ({ tokens }: { readonly tokens: IssuedTokens }) => {
  const { access_token: access, id_token: id, expires_in: seconds, scope } = tokens;
  return (
    <>
      <p class="token">
        <code>{access}</code>
      </p>
      <p class="actions">
        <CopyButton text={() => access} done="The access token is copied.">
          Copy the access token
        </CopyButton>
        <CopyButton text={() => `Authorization: Bearer ${access}`} done="The header is copied.">
          Copy the header
        </CopyButton>
        <CopyButton kind="quiet" text={() => id} done="The ID token is copied.">
          Copy the ID token
        </CopyButton>
      </p>
      <p class="quiet">
        {seconds === 0 ? 'It has expired' : `It expires ${formatDistance(seconds * 1000)} of this world`}
        {scope === '' ? ', without a scope.' : `, with ${plural(scope.split(' ').length, 'scope')}.`}
      </p>
      <JsonView value={claimsIn(access)} label="Claims of the token" />
    </>
  );
};
