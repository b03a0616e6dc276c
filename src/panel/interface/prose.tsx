/** A description of the document. Only code of its Markdown is formatted; the rest is shown as text. */
export const Prose = ({ text }: { readonly text: string }) => (
  <>
    {text
      .trim()
      .split(/(`[^`\n]+`)/)
      .map((part, index) =>
        part.startsWith('`') && part.length > 2 ? <code key={index}>{part.slice(1, -1)}</code> : part,
      )}
  </>
);
