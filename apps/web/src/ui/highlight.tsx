/** The matching part in bold. */
export function Highlight({ text, match }: { text: string; match: string }) {
  const needle = match.trim().toLowerCase();
  const start = needle === '' ? -1 : text.toLowerCase().indexOf(needle);
  if (start < 0) return text;
  const end = start + needle.length;
  return (
    <>
      {text.slice(0, start)}
      <strong className="font-semibold">{text.slice(start, end)}</strong>
      {text.slice(end)}
    </>
  );
}
