import { Fragment } from 'react';
import { partsOf } from './links-in-text.ts';

/** Plain text as it was typed: line breaks stay, addresses of the web become links, and nothing else is markup. */
export function NoteText({ text }: { text: string }) {
  return (
    <span className="break-words whitespace-pre-wrap">
      {partsOf(text).map(({ text: part, href, at }) => (
        <Fragment key={at}>
          {href ? (
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="text-link underline underline-offset-2"
            >
              {part}
            </a>
          ) : (
            part
          )}
        </Fragment>
      ))}
    </span>
  );
}
