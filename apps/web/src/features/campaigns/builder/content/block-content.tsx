import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useIsPhone } from '#ui/use-media-query.ts';
import { EmailEditor } from '../../editor/email-editor.tsx';
import { useBuilder } from '../builder-context.ts';
import { brandQuery } from '../queries.ts';
import { ModeChoice } from './mode-choice.tsx';

/** The canvas takes the whole width of the panel. */
export function BlockContent({ aside }: { aside: ReactNode }) {
  const { draft, change, readOnly } = useBuilder();
  const isPhone = useIsPhone();
  const brand = useQuery(brandQuery).data;
  const { document } = draft.content;
  if (!document) return null;
  return (
    <div className="-mx-7 -my-5 flex flex-col max-xl:-mx-5 max-lg:-mx-4">
      <EmailEditor
        value={document}
        onChange={(next) => change({ content: { html: '', text: '', document: next } })}
        brand={brand}
        readOnly={readOnly}
        preview={isPhone ? 'phone' : 'desktop'}
        aside={aside}
        modes={readOnly ? undefined : <ModeChoice />}
      />
    </div>
  );
}
