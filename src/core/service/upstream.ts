/** The real service behind a simulated one, as far as decisions depend on it. Whoever sends knows its credentials. */

export interface Upstream {
  /** Its base URL, without credentials: `https://staging.example.com/api`. */
  readonly url: string;
  readonly origin: string;
  /** The path of the base URL, in place of the service's base path: `/api`, or empty for the root. */
  readonly base: string;
  /** The choice of worlds whose scenario chooses nothing else. */
  readonly choice: UpstreamChoice;
}

/** Which requests are sent to the upstream, and what becomes of its responses. */
export interface UpstreamChoice {
  /** `unknown`: those that the simulation cannot serve. Or the names of operations. */
  readonly forward: 'all' | 'unknown' | 'none' | readonly string[];
  readonly record: boolean;
  /** Compared responses are recorded too: what is compared later follows from them. */
  readonly compare: boolean;
}

/** What is chosen in place of the flags. */
export type UpstreamChange = { readonly [Name in keyof UpstreamChoice]?: UpstreamChoice[Name] | undefined };
