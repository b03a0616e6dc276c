import type { Report } from '../../../src/parts/report/report.ts';

/** What a client may send as a path or as a name. */
export const hostileTexts = [
  '<script>alert(1)</script>',
  '"onmouseover="alert(1)',
  "it's & that",
  'a | b',
  'a\\|b',
  '`code` ``more``',
  '`',
  '[link](javascript:alert(1)) ![image](http://evil.example/x.png)',
  '@everyone https://evil.example www.evil.example',
  'line\nbreak\r\n::error::injected',
  '::set-output name=x::y',
  '##[error]injected',
  '\u001b[2J\u0000\u0007\u009b2J',
  ']]>',
  '\ud800 lone surrogate',
  '\u202e right to left',
  '--> </style> </pre>',
  ' ',
  '',
];

export const hostileReport: Report = {
  title: 'Title <b>&',
  passed: false,
  summary: ['Failed: <i>one</i> & ::error::two', ...hostileTexts],
  sections: [
    {
      title: 'Rows',
      columns: ['text', 'other'],
      rows: hostileTexts.map((text) => ({
        outcome: 'failed',
        name: text,
        cells: [text, text],
        message: text,
        details: [text],
      })),
      remark: hostileTexts.join(' '),
    },
    { title: 'Empty', columns: ['text'], rows: [] },
  ],
  json: { passed: false, texts: hostileTexts },
};

export const smallReport: Report = {
  title: 'Small',
  passed: true,
  summary: ['All is well.'],
  sections: [
    {
      title: 'Things',
      columns: ['name', 'result'],
      rows: [
        { outcome: 'passed', name: 'one', cells: ['one', 'fine'], message: 'one is fine' },
        { outcome: 'listed', name: 'two', cells: ['two', 'unknown'], message: 'two was not judged' },
      ],
    },
  ],
  json: { passed: true },
};
