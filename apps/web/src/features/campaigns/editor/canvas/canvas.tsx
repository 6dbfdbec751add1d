import type { EmailDocument } from '@waggle/contracts/email-document';
import type { Brand } from '@waggle/contracts/brand';
import { asksForView } from '@waggle/contracts/view-in-browser';
import { Plus } from 'lucide-react';
import { useMemo, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import type { EditorState } from '../state/editor-state.ts';
import { BlockFrame } from './block-frame.tsx';
import './canvas.css';
import { useCanvas } from './canvas-context.ts';
import { KindMenu } from './kind-menu.tsx';
import { bodyFont, cssColor, paletteVariables } from './looks.ts';
import { SelectionContext } from './selection-context.ts';

type CanvasProps = {
  email: EmailDocument;
  brand: Brand | undefined;
  selection: Pick<EditorState, 'selected' | 'writing' | 'lifted'>;
  place: RefObject<HTMLDivElement | null>;
};

/** Pixels of a usual phone. */
const phoneWidth = 375;

/** The email as it is being built. */
export function Canvas({ email, brand, selection: { selected, writing, lifted }, place }: CanvasProps) {
  const { t } = useTranslation('email-editor');
  const { screen, commands } = useCanvas();
  const entry = selected ?? email.blocks[0]?.id ?? null;
  const selection = useMemo(() => ({ selected, writing, lifted, entry }), [selected, writing, lifted, entry]);
  const { theme, blocks } = email;
  const width = screen === 'phone' ? phoneWidth : theme.width;
  return (
    <SelectionContext value={selection}>
      <div
        role="group"
        aria-label={t('canvas.label')}
        ref={place}
        style={paletteVariables(screen === 'dark' ? theme.dark : theme.light)}
        className="email-canvas min-h-full px-6 pt-14 pb-16 max-sm:px-2"
        // A click beside all blocks selects none; every key has its own way to do so (Escape).
        onPointerDown={(event) => event.target === event.currentTarget && commands.select(null)}
      >
        <div
          data-drop-list
          style={{ maxWidth: width, background: cssColor('paper'), color: cssColor('text') }}
          className={cx('mx-auto min-h-40 shadow-sm', screen === 'phone' && 'rounded-xl')}
        >
          {blocks.map((block, index) => (
            <BlockFrame key={block.id} block={block} index={index} count={blocks.length} surface="paper" />
          ))}
          {blocks.length === 0 && <EmptyEmail />}
          <Fixed email={email} brand={brand} />
        </div>
      </div>
    </SelectionContext>
  );
}

function EmptyEmail() {
  const { t } = useTranslation('email-editor');
  const { commands, readOnly } = useCanvas();
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-16 text-center" style={{ color: cssColor('muted') }}>
      <p className="text-sm">{t('canvas.empty')}</p>
      {!readOnly && (
        <KindMenu
          list="email"
          onChoose={(kind) => commands.add(kind)}
          trigger={<Button icon={Plus}>{t('block.add')}</Button>}
        />
      )}
    </div>
  );
}

/** What the law asks for comes below every email by itself. */
function Fixed({ email, brand }: Pick<CanvasProps, 'email' | 'brand'>) {
  const { t } = useTranslation('email-editor');
  const name = brand && (brand.name || brand.ownName);
  const address = brand && (brand.postalAddress || brand.inheritedAddress);
  return (
    <div
      className="px-12 py-6 text-xs leading-5 max-sm:px-6"
      style={{
        fontFamily: bodyFont(email.theme),
        color: cssColor('muted'),
        borderTop: `1px solid ${cssColor('line')}`,
      }}
    >
      <p>{[name, address || t('canvas.noAddress')].filter(Boolean).join(', ')}</p>
      <p className="flex flex-wrap gap-x-3 underline">
        <span>{t('canvas.unsubscribe')}</span>
        {asksForView(email) && <span>{t('canvas.view')}</span>}
      </p>
    </div>
  );
}
