import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useIsPhone } from '#ui/use-media-query.ts';
import { EmailEditor } from '../../editor/email-editor.tsx';
import { useBuilder, useOwner } from '../builder-context.ts';
import { brandQuery } from '../queries.ts';

type BlockContentProps = {
  aside: ReactNode;
  modes: ReactNode;
  /** Shown in place of the canvas, which goes on where it was left. */
  instead: ReactNode;
};

/** The canvas takes the whole width of the panel. */
export function BlockContent({ aside, modes, instead }: BlockContentProps) {
  const { draft, change, readOnly, clientId, clientMissing } = useBuilder();
  const owner = useOwner();
  const isPhone = useIsPhone();
  const brand = useQuery(brandQuery(clientId)).data;
  const { document } = draft.content;
  if (!document) return null;
  return (
    <div className="-mx-7 -my-5 flex flex-col max-xl:-mx-5 max-lg:-mx-4">
      <EmailEditor
        value={document}
        onChange={(next) => change({ content: { ...draft.content, document: next } })}
        brand={brand}
        readOnly={readOnly}
        preview={isPhone ? 'phone' : 'desktop'}
        aside={aside}
        modes={modes}
        instead={instead}
        owner={owner}
        savedBlocks={clientMissing ? undefined : { clientId }}
      />
    </div>
  );
}
