import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button } from './controls.tsx';
import { formatCount } from './format-values.ts';
import { Icon } from './icon.tsx';
import { type Mark, toLines } from './json-lines.ts';

interface JsonViewProps {
  readonly value: unknown;
  readonly marks?: readonly Mark[];
  readonly label: string;
}

/** A body: JSON, or a text. */
export const BodyView = (body: JsonViewProps) =>
  typeof body.value !== 'string' ? (
    <JsonView {...body} />
  ) : (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="json raw code framed" aria-label={body.label} tabIndex={0}>
      {body.value}
    </section>
  );

/** The number of lines at first. More lines take a noticeable time to lay out. */
const shownLines = 500;

export const JsonView = ({ value, marks = [], label }: JsonViewProps) => {
  const [isWhole, setWhole] = useState(false);
  const box = useRef<HTMLElement>(null);
  const lines = useMemo(() => toLines(value, marks), [value, marks]);
  // All lines with marks are shown.
  const lastMark = lines.findLastIndex((line) => line.marks.length > 0);
  const shown = isWhole ? lines : lines.slice(0, Math.max(shownLines, lastMark + 20));
  // Scrolls to the first mark, which the reader wants to see.
  useLayoutEffect(() => {
    const marked = box.current?.querySelector<HTMLElement>('.marked');
    if (box.current !== null && marked) box.current.scrollTop = marked.offsetTop - box.current.clientHeight / 2;
  }, [lines]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={box} class="json framed" aria-label={label} tabIndex={0}>
      {shown.map((line, lineIndex) => (
        <div
          key={lineIndex}
          class={line.marks.length === 0 ? 'line' : `line marked ${line.marks[0]?.kind}`}
          style={{ paddingInlineStart: `${line.depth * 2 + 1}ch` }}
        >
          <code>
            {line.tokens.map(({ kind, text }, index) => (
              <span key={index} class={`token-${kind}`}>
                {text}
              </span>
            ))}
          </code>
          {line.marks.map((mark) => (
            <span key={mark.text} class={`line-mark ${mark.kind}`}>
              <Icon name={mark.kind === 'fault' ? 'faults' : 'warning'} />
              {mark.text}
            </span>
          ))}
        </div>
      ))}
      {shown.length < lines.length && (
        <Button kind="quiet" text={`Show all ${formatCount(lines.length)} lines`} onClick={() => setWhole(true)} />
      )}
    </section>
  );
};
