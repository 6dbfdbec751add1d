import type { EmailColor, InlineRun, RichNode } from '@waggle/contracts/email-document';
import type { ReactNode } from 'react';
import { useFields } from '../fields/fields-context.ts';
import { cssColor } from './looks.ts';

/** Words as they are read, without an editor around: only the block in use has one. */
export function Inline({ runs }: { runs: readonly InlineRun[] }) {
  const { chip } = useFields();
  return runs.map((run, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- runs have no identity, and are redrawn as a whole.
    <Run key={at} run={run} chip={chip} />
  ));
}

type RunProps = { run: InlineRun; chip: (field: string, fallback: string) => string };

function Run({ run, chip }: RunProps) {
  if ('break' in run) return <br />;
  let words: ReactNode =
    'field' in run ? <span className="email-field">{chip(run.field, run.fallback)}</span> : run.text;
  if (run.bold) words = <strong>{words}</strong>;
  if (run.italic) words = <em>{words}</em>;
  if (run.underline) words = <u>{words}</u>;
  if (run.strike) words = <s>{words}</s>;
  if (run.color !== undefined) words = <span style={{ color: cssColor(run.color) }}>{words}</span>;
  // No real link: a click on the canvas edits, and leads nowhere.
  return run.href === undefined ? words : <span className="email-link">{words}</span>;
}

export function Rich({ nodes }: { nodes: readonly RichNode[] }) {
  return nodes.map((node, at) => {
    const key = `${at}`;
    if (node.type === 'paragraph')
      return (
        <p key={key} style={node.align && { textAlign: node.align }}>
          <Inline runs={node.children} />
        </p>
      );
    const List = node.type === 'bullets' ? 'ul' : 'ol';
    return (
      <List key={key}>
        {node.items.map((item, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <li key={place}>
            <p>
              <Inline runs={item} />
            </p>
          </li>
        ))}
      </List>
    );
  });
}

/** Links take the accent, except on a colored surface. */
export const linkColor = (surface: EmailColor): string =>
  ['paper', 'tint', 'background'].includes(surface) ? 'var(--email-accent)' : 'currentColor';
