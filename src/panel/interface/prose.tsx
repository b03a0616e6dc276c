/** A description of the document: of its Markdown only code is set apart, everything else stays text. */
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
