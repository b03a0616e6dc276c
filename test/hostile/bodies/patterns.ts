/** Patterns that keep a backtracking matcher busy, each with such a text. */
export interface HostilePattern {
  readonly source: string;
  readonly text: string;
  /** Undefined: it cannot be determined within the bounds. */
  readonly isFound: boolean | undefined;
}

const a = (count: number): string => 'a'.repeat(count);

export const hostilePatterns: readonly HostilePattern[] = [
  { source: '^(a+)+$', text: `${a(40)}😀`, isFound: false },
  { source: '^(a+)+$', text: `${a(1_000_000)}😀`, isFound: false },
  { source: '^(a|aa)+$', text: `${a(200_000)}b`, isFound: false },
  { source: '^(\\p{L}+)+$', text: `${a(100_000)}1`, isFound: false },
  { source: '^(?=(a+)+$)a', text: `${a(100_000)}b`, isFound: false },
  { source: '^(?!.*x)(?=.*a)(?=.*\\d).*$', text: a(500_000), isFound: false },
  { source: '(?<=(a+)+b)c', text: a(100_000), isFound: false },
  { source: '^(.*?,){20}x$', text: ','.repeat(100_000), isFound: false },
  { source: '[a-z]+@', text: a(1_000_000), isFound: false },
  { source: '(.*)*x', text: a(200_000), isFound: false },
  { source: '^([a-z0-9]([-a-z0-9]*[a-z0-9])?\\.)+[a-z]{2,}$', text: 'a-'.repeat(200_000), isFound: false },
  { source: '(\\b|a)*\\bx', text: 'a '.repeat(50_000), isFound: false },
  { source: 'a{1000000000}', text: a(1000), isFound: false },
  { source: 'a{1000000000}', text: a(100_000), isFound: undefined },
  { source: '(?:){1000000000}b', text: a(1000), isFound: false },
  { source: '^((a{0,100}){0,100}){0,100}$', text: `${a(10_000)}b`, isFound: undefined },
  { source: '(a?){5000}b', text: a(10_000), isFound: undefined },
  { source: `${'('.repeat(5000)}a${')'.repeat(5000)}`, text: 'a', isFound: undefined },
];
